/** Who can open an invitation: this machine alone, its network, or whoever can open this page. */

import type { Network } from "$types/protocol";
import { api } from "./api";

const THIS_MACHINE = /^(localhost|127\.[\d.]+|\[::1\])$/;

class Invitations {
  /** What the server says; undefined until it has said anything. */
  private found = $state.raw<Network>();
  private changes = 0; // begun and ended

  get known(): boolean {
    return this.found !== undefined;
  }

  /** With what links begin. A page that was opened by a name that others can use stays with that name. */
  get origin(): string {
    return this.found && this.local ? this.found.origin : location.origin;
  }

  /** No other machine can open a link. */
  get onlyHere(): boolean {
    return this.local && Boolean(this.found?.only_here);
  }

  /** The network is let in, and whoever sits here may end that. */
  get open(): boolean {
    return this.mayChange && Boolean(this.found?.open);
  }

  get mayChange(): boolean {
    return this.local && Boolean(this.found?.may_change);
  }

  async load(): Promise<void> {
    const before = this.changes;
    try {
      const found = await api.network();
      if (this.changes === before) this.found = found; // else a change has told something newer
    } catch {
      this.found ??= { origin: location.origin, only_here: false, open: false, may_change: false };
    }
  }

  async let(open: boolean): Promise<void> {
    this.changes += 1;
    try {
      this.found = await api.openNetwork(open);
    } finally {
      this.changes += 1;
    }
  }

  private get local(): boolean {
    return THIS_MACHINE.test(location.hostname);
  }
}

export const invitations = new Invitations();
