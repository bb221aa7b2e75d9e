// The page before a scene: it asks for the scene, which a page of another site cannot, and becomes the page that comes.
{
  const enter = async () => {
    const reply = await fetch(location.href, { method: "POST", headers: { "{{ asked }}": "1" } });
    const pieces = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let piece = await pieces.read();
    document.open();
    for (; !piece.done; piece = await pieces.read()) document.write(piece.value);
    document.close();
  };
  enter().catch(() => {
    document.querySelector(".demo-waiting").textContent = "The demo does not answer. Reload the page to try again.";
  });
}
