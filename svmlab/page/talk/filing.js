// Files: the page hands Python bytes and hears what came of them, {page, token, ...}, whenever that is.

export class Filing {
  constructor(conversation, send = (question) => conversation.ask(question)) {
    Object.assign(this, { conversation, send, token: 0, waiting: new Map() });
  }

  /** Ask for {do, name, with} with the bytes of a file; resolves to what came of it, {..., error}. */
  ask(question, bytes) {
    const token = ++this.token;
    return new Promise((done) => {
      this.waiting.set(token, done);
      this.send({ type: "file", token, ...question, bytes });
    });
  }

  /** Python has told what came of a file. */
  take(state) {
    if (state?.page !== this.conversation.page) return;
    this.waiting.get(state.token)?.(state);
    this.waiting.delete(state.token);
  }
}
