/** The camera in the page, with help while one aims: too dark, too bright, blurred. */

import { pictureFaults } from "./checks.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { measurePicture } from "./photo.js";
import { button, toast } from "./ui.js";

const EVERY_MS = 500;
const WANTED = { video: { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } }, audio: false };

/** Whether the page may ask for the camera: only on https or on the machine itself. */
export function hasCamera() {
  return Boolean(navigator.mediaDevices?.getUserMedia);
}

/**
 * Open the camera.
 *
 * @param {(photo: Blob, name: string) => void} take Called with the photo, if one is taken.
 */
export async function openCamera(take) {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia(WANTED);
  } catch {
    toast(t("camera.denied"));
    document.getElementById("file-camera").click();
    return;
  }
  const video = h("video", { playsinline: true, muted: true, autoplay: true, "aria-label": t("camera.view") });
  video.muted = true;
  video.srcObject = stream;
  const says = h("p", { role: "status", "aria-live": "polite" }, t("camera.aim"));
  const dialog = h("dialog", { class: "camera", "aria-label": t("start.camera") }, video,
    h("div", { class: "deck" }, says, h("div", { class: "row" },
      button(t("cancel"), { onclick: () => dialog.close() }),
      h("button", { type: "button", class: "shutter", id: "shutter", "aria-label": t("camera.shutter"), onclick: () => shoot(video, dialog, take) }),
      h("span", { class: "button", "aria-hidden": "true", hidden: true }))));
  const timer = setInterval(() => look(video, says), EVERY_MS);
  dialog.addEventListener("close", () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function look(video, says) {
  if (!video.videoWidth) return;
  const [fault] = pictureFaults(measurePicture(video, video.videoWidth, video.videoHeight));
  const text = t(fault ?? "camera.good");
  if (says.textContent !== text) says.textContent = text; // the same words again would be read aloud again
}

async function shoot(video, dialog, take) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext("2d").drawImage(video, 0, 0);
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.94); });
  dialog.close();
  if (blob) take(blob, "camera.jpg");
}
