const longestOutage = 120_000 // ms; a restart of the server takes up to 16 s
const longestWait = 15_000 // ms

/**
 * Uploads a picture and resolves with the server's answer, which is empty if there is none. Repeats the request while the
 * server restarts or asks for a pause: the progress bar then has no value. `signal` ends it.
 */
export async function upload(address, blob, { name, progress, signal }) {
  const begun = Date.now()
  for (let wait = 1_000; !signal.aborted; wait = Math.min(wait * 2, longestWait)) {
    const { status, retryAfter, answer } = await send(address, blob, { name, progress, signal })
    // 0: the connection was lost. Some proxies answer 500 while the server restarts.
    const isPassing = [0, 429, 502, 503, 504].includes(status) || (status === 500 && !answer.problem)
    const pause = Math.max(wait, retryAfter)
    if (!isPassing || signal.aborted || Date.now() - begun + pause > longestOutage) return answer
    progress.removeAttribute('value')
    await new Promise(resolve => {
      setTimeout(resolve, pause)
      signal.addEventListener('abort', resolve, { once: true })
    })
  }
  return {}
}

/** XMLHttpRequest, because fetch does not report upload progress. */
function send(address, blob, { name, progress, signal }) {
  return new Promise(resolve => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('picture', blob, name)
    request.open('POST', address)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      progress.value = loaded / total
    }
    request.onloadend = () => {
      const retryAfter = (Number(request.getResponseHeader('retry-after')) || 0) * 1000
      resolve({ status: request.status, retryAfter, answer: request.response ?? {} })
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
