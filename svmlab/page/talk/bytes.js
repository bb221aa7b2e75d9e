// Numbers travel as bytes beside a message. Some hosts drop them: then Python is asked to send them as text.

/** What stands in the place of a scene whose numbers have been dropped. */
export const DROPPED =
  "The program that shows this page has dropped the numbers of the scene; they are asked for once more, as text. If this " +
  "line stays, no Python answers: run the cell again, or write the scene to a page of its own with export_html.";

const bytesArrive = ({ dtype, data } = {}) => dtype === undefined || Boolean(data);

/** Call `begin` once the numbers of a model are there, often at once; returns the function that waits no longer. */
export function onceBytesArrive(model, begin) {
  const look = () => {
    if (!bytesArrive(model.get("probe"))) return;
    stop();
    begin();
  };
  const later = () => queueMicrotask(look); // when all that came with the probe has been set
  const stop = () => model.off("change:probe", later);
  if (bytesArrive(model.get("probe"))) begin();
  else {
    model.on("change:probe", later);
    model.set("as_text", true);
    model.save_changes();
  }
  return stop;
}
