// Share the last moves of a game as an animation, with the device's share sheet.

/** Share the picture at this link's address, or open it if the device cannot share files. */
export async function run(link) {
  try {
    const answer = await fetch(link.href);
    const file = new File([await answer.blob()], "end.gif", { type: "image/gif" });
    if (answer.ok && navigator.canShare?.({ files: [file] })) {
      await navigator.share({ files: [file], title: document.title });
      return;
    }
  } catch (error) {
    if (error.name === "AbortError") return; // the player cancelled
  }
  location.assign(link.href);
}
