// The still pictures that a saved notebook shows in the place of its scenes; explorers/still_picture.py writes them.

const STILL_WAITS = [0, 1000, 2800]; // ms; the still picture comes after the scene and shows itself after 3 s

/** Hide the still pictures of this scene; they stand beside it for those who open it without Python. */
export function hideStills(id) {
  const hide = () => {
    for (const still of document.querySelectorAll(`.svm-still[data-scene="${id}"]`)) still.hidden = true;
  };
  return STILL_WAITS.map((wait) => setTimeout(hide, wait));
}
