/** Where in the client one is: `/`, `/g/{game}`, `/t/{table}` or, looking back, `/t/{table}/at/{number}?as={seat}`. */

class Route {
  path = $state(location.pathname + location.search);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname + location.search));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = path;
    scrollTo(0, 0);
  }

  /** Look at a position of a table, or (undefined) at the table as it is; steps of one walk are one page to go back from. */
  look(table: string, at: number | undefined, as?: number): void {
    const path =
      at === undefined ? `/t/${table}` : `/t/${table}/at/${at}${as === undefined ? "" : `?as=${as}`}`;
    if (this.at !== undefined && at !== undefined) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.path = path;
  }

  get at(): number | undefined {
    const found = /^\/t\/[\w-]+\/at\/(\d{1,6})/.exec(this.path)?.[1];
    return found === undefined ? undefined : Number(found);
  }

  get as(): number | undefined {
    const found = /\?as=(\d)$/.exec(this.path)?.[1];
    return found === undefined ? undefined : Number(found);
  }

  get table(): string | undefined {
    return /^\/t\/([\w-]+)/.exec(this.path)?.[1];
  }

  get game(): string | undefined {
    return /^\/g\/([\w-]+)/.exec(this.path)?.[1];
  }
}

export const route = new Route();

/** Follow a link inside the client without a new page. */
export function follow(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  route.go((event.currentTarget as HTMLAnchorElement).pathname);
}
