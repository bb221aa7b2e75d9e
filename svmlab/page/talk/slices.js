// Work between two frames, a slice after the other: events and frames come in between, and nothing waits longer.

export const SLICE = 8; // ms

export class Slices {
  /** `slice()` works for a while and returns whether there is more to do. */
  constructor(slice) {
    this.slice = slice;
    this.port = null;
  }

  /** Go on as soon as what waits has had its turn: by a message, as timers within timers are held back by 4 ms. */
  goOn() {
    if (this.port) return;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = () => {
      if (this.port !== port1) return;
      this.stop();
      if (this.slice()) this.goOn();
    };
    port2.postMessage(null);
  }

  stop() {
    this.port?.close();
    this.port = null;
  }
}
