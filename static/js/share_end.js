// Sharing the last moves of a game as a moving picture, with what the device has for it.

/** Share the picture at this link's address; where nothing can take it, open it. */
export async function run(link) {
  try {
    const answer = await fetch(link.href);
    const file = new File([await answer.blob()], "end.gif", { type: "image/gif" });
    if (answer.ok && navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file], title: document.title });
      return;
    }
  } catch (error) {
    if (error.name === "AbortError") return; // they changed their mind
  }
  location.assign(link.href);
}
