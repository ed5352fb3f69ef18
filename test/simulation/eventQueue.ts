interface QueuedEvent {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  cancelled?: boolean;
}

/** Events to come, ordered by virtual time. A binary heap, because a run spends most of its time here. */
export class EventQueue {
  #order = 0;
  readonly #heap: QueuedEvent[] = [];

  /** @param now true time, from which the clocks of hosts may differ; ms since the epoch */
  constructor(public now: number) {}

  /** @returns a function that cancels the event */
  after(delay: number, run: () => void): () => void {
    const event: QueuedEvent = { at: this.now + Math.max(0, delay), order: this.#order++, run };
    this.#heap.push(event);
    this.#rise(this.#heap.length - 1);
    return () => (event.cancelled = true);
  }

  /** Removes the next event and advances the time to it. */
  take(): (() => void) | undefined {
    for (;;) {
      const [first] = this.#heap;
      if (first === undefined) return undefined;
      const last = this.#heap.pop()!;
      if (this.#heap.length > 0) {
        this.#heap[0] = last;
        this.#sink();
      }
      if (first.cancelled === true) continue;
      this.now = first.at;
      return first.run;
    }
  }

  #rise(index: number): void {
    const heap = this.#heap;
    for (let child = index; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!isBefore(heap[child]!, heap[parent]!)) return;
      [heap[child], heap[parent]] = [heap[parent]!, heap[child]!];
      child = parent;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let parent = 0; ;) {
      const left = 2 * parent + 1;
      const right = 2 * parent + 2;
      let least = parent;
      if (left < heap.length && isBefore(heap[left]!, heap[least]!)) least = left;
      if (right < heap.length && isBefore(heap[right]!, heap[least]!)) least = right;
      if (least === parent) return;
      [heap[least], heap[parent]] = [heap[parent]!, heap[least]!];
      parent = least;
    }
  }
}

function isBefore(a: QueuedEvent, b: QueuedEvent): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
