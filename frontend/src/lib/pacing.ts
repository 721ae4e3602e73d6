/** Shows updates one after another, so that what others do can be followed. */

export class Pacing<T> {
  #waiting: T[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly show: (one: T) => void,
    private readonly pause: () => number,
  ) {}

  /** Show it when its time has come. */
  add(one: T): void {
    this.#waiting.push(one);
    if (this.#timer === undefined) this.#next();
  }

  /** Show it, and all that waits, at once. */
  now(one?: T): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const waiting of this.#waiting.splice(0)) this.show(waiting);
    if (one !== undefined) this.show(one);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #next(): void {
    const one = this.#waiting.shift();
    this.#timer = one === undefined ? undefined : setTimeout(() => this.#next(), this.pause());
    if (one !== undefined) this.show(one);
  }
}
