// What a session of any scene is to its views: they subscribe, it announces.

export class Observed {
  listeners = new Set();

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  announce() {
    for (const listener of this.listeners) listener();
  }
}
