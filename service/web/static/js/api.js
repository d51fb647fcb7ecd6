/** The HTTP API: one function for each address, one kind of error. */

/** An answer that is no answer: `code` is the problem's, or `offline`, `aborted`, `failed`. */
export class ApiError extends Error {
  constructor(code, detail, status = 0, retryAfter = 0) {
    super(detail);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

let apiKey = "";

/** Use an API key from now on; an empty text for none. */
export function useKey(key) {
  apiKey = key;
}

async function call(address, options = {}) {
  const headers = { Accept: "application/json", ...options.headers };
  if (apiKey) headers.Authorization = `Bearer ${apiKey}`;
  let response;
  try {
    response = await fetch(address, { ...options, headers, cache: "no-store" });
  } catch (error) {
    throw broken(error);
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** A request that was given up, by us or by the network, before or while its answer arrived. */
function broken(error) {
  return error.name === "AbortError" ? new ApiError("aborted", "") : new ApiError("offline", error.message);
}

async function callJson(address, options) {
  const response = await call(address, options);
  try {
    return await response.json();
  } catch (error) {
    throw broken(error);
  }
}

async function problemOf(response) {
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // a proxy's page instead of a problem: the status says enough
  }
  const wait = Number(response.headers.get("Retry-After")) || 0;
  return new ApiError(problem.code ?? "failed", problem.detail ?? response.statusText,
    response.status, wait);
}

function postJson(address, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return callJson(address, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** The games, their house rules, and the tiles of each family. */
export function getGames() {
  return callJson("/v1/games");
}

/** The tile designs: those that ship and every version of those that were enrolled here. */
export function getDesigns() {
  return callJson("/v1/designs");
}

/**
 * Read a photo.
 *
 * @param {Blob} photo As it came from the camera; the server decodes it.
 * @param {{keep: boolean, name: string, design: string, signal: AbortSignal}} options `design`
 *   names an enrolled design; empty for the sets that the models know.
 */
export function readPhoto(photo, { keep, name, design, signal }) {
  const form = new FormData();
  form.append("photo", photo, name || "photo");
  form.append("keep_photo", String(keep));
  if (design) form.append("design", design);
  return callJson("/v1/read", { method: "POST", body: form, signal });
}

/** The stored photo of a read, upright, as a JPEG. */
export async function storedPhoto(id) {
  return (await call(`/v1/reads/${id}/photo`)).blob();
}

/** Delete a read with everything that is stored of it. */
export async function forgetRead(id) {
  await call(`/v1/reads/${id}`, { method: "DELETE" });
}

/** Score a hand. */
export function scoreHand(body, signal) {
  return postJson("/v1/score", body, signal);
}

/** What a hand waits for. */
export function waitsOf(body, signal) {
  return postJson("/v1/waits", body, signal);
}

/** Store what a person sees on a photo. */
export function sendCorrection(body) {
  return postJson("/v1/corrections", body);
}
