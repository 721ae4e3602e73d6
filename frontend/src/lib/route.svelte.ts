/** Where in the client one is: `/`, `/g/{game}` or `/t/{table}`. */

class Route {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = path;
    scrollTo(0, 0);
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
