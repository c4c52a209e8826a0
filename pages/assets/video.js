/**
 * Uploads one video per product, in parts that resume: after a lost connection, a restart of the service, and when the same
 * file is chosen again after the page was closed. What is known of an upload is kept on this device. A refused video leaves
 * everything else as it is.
 */
import { addDropButton, keepName } from './thumbs.js'
import { upload } from './upload.js'

const partSize = 256 * 1024
const longest = 60.6 // seconds
const posterWidth = 1280 // pixels
const longestOutage = 10 * 60_000 // ms
const memory = 'realword uploads'
const memoryFor = 30 * 24 * 60 * 60_000 // ms

const form = document.querySelector('form[data-videos]')
for (const field of form?.querySelectorAll('[data-video]') ?? []) improve(field)

function improve(field) {
  const input = field.querySelector('input[type="file"]')
  if (!input) return
  field.hidden = false
  const thumb = field.querySelector('.thumb')
  if (thumb) addDrop(field, thumb)
  showButton(field)
  input.addEventListener('change', () => {
    const [file] = input.files
    input.value = ''
    if (!file) return
    tell(field, '')
    const sending = send(field, file).finally(() => form.uploads.delete(sending))
    form.uploads.add(sending)
  })
}

async function send(field, file) {
  const { dataset } = form
  const { seconds, poster } = await look(file)
  if (file.size > Number(dataset.videoLargest) || seconds > longest) return tell(field, dataset.videoLong)
  const stop = new AbortController()
  const { thumb, progress } = addThumb(field, poster, () => stop.abort())
  say(field, dataset.videoUploading)
  const answer = await sendAll(file, poster, progress, stop.signal).catch(() => ({}))
  say(field, '')
  progress.remove()
  if (stop.signal.aborted) return
  if (answer.name) return keepName(thumb, field, field.dataset.video, answer.name)
  thumb.remove()
  showButton(field)
  tell(field, answer.problem ?? dataset.videoFailed)
}

/** The length of a video, and a picture of it. Empty if this browser cannot play it: the service then decides. */
async function look(file) {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const url = URL.createObjectURL(file)
  const happened = name =>
    new Promise((resolve, reject) => {
      video.addEventListener(name, resolve, { once: true })
      video.addEventListener('error', reject, { once: true })
      setTimeout(reject, 8000)
    })
  try {
    const loaded = happened('loadeddata')
    video.src = url
    await loaded
    const seeked = happened('seeked')
    video.currentTime = Math.min(1, video.duration / 3)
    await seeked
    return { seconds: video.duration, poster: await draw(video) }
  } catch {
    return { seconds: 0 }
  } finally {
    URL.revokeObjectURL(url)
    video.removeAttribute('src')
  }
}

function draw(video) {
  const { videoWidth, videoHeight } = video
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, posterWidth / Math.max(videoWidth, videoHeight))
  canvas.width = Math.max(1, Math.round(videoWidth * scale))
  canvas.height = Math.max(1, Math.round(videoHeight * scale))
  canvas.getContext('2d').drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.85))
}

async function sendAll(file, poster, progress, signal) {
  // Two videos of one size and one time are taken for the same.
  const key = `${form.dataset.draft} ${file.size} ${file.lastModified}`
  const begun = recall()[key]
  let at = begun ? await resume(`${form.dataset.videos}/${begun.id}`, signal) : {}
  if (!at.url) {
    at = await begin(file, poster, progress, signal)
    if (!at.url) return at
    remember(key, at.url.split('/').at(-1))
  }
  const answer = at.name ? at : await sendParts(file, at, progress, signal)
  if (answer.name === undefined && !signal.aborted && answer.problem) remember(key, undefined)
  return answer
}

async function resume(url, signal) {
  const { status, answer } = await ask(url, { signal })
  return status === 200 ? { ...answer, url } : {}
}

async function begin(file, poster, progress, signal) {
  const { dataset } = form
  const sent = poster ? await upload(dataset.upload, poster, { name: 'poster.jpg', progress, signal }) : {}
  const body = new URLSearchParams({ bytes: file.size, poster: sent.name ?? '' })
  const { answer } = await ask(dataset.videos, { method: 'POST', body, signal })
  return { received: 0, ...answer }
}

async function sendParts(file, { url, received }, progress, signal) {
  let at = received
  for (;;) {
    progress.value = at / file.size
    const body = file.slice(at, at + partSize)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) }
    const { status, answer } = await ask(url, { method: 'PATCH', body, headers, signal })
    const isGoing = (status === 200 || status === 409) && !answer.name
    if (!isGoing) return answer
    at = answer.received
  }
}

/** Repeats a request until it is answered: connections are lost, and services restart. */
async function ask(url, options) {
  const begun = Date.now()
  for (let wait = 1000; ; wait = Math.min(wait * 2, 15_000)) {
    const response = await fetch(url, options).catch(() => undefined)
    const status = response?.status ?? 0
    const answer = (await response?.json().catch(() => undefined)) ?? {}
    const isPassing =
      [0, 408, 429, 500, 502, 503, 504].includes(status) && !(status === 429 && answer.problem)
    if (!isPassing || options.signal.aborted || Date.now() - begun > longestOutage) return { status, answer }
    const asked = (Number(response?.headers.get('retry-after')) || 0) * 1000
    await new Promise(resolve => setTimeout(resolve, Math.max(wait, asked)))
  }
}

function addThumb(field, poster, onDrop) {
  const thumb = document.createElement('li')
  const progress = document.createElement('progress')
  thumb.className = 'thumb film'
  const image = new Image(80, 80)
  image.alt = ''
  if (poster) image.src = URL.createObjectURL(poster)
  progress.max = 1
  progress.setAttribute('aria-label', form.dataset.videoUploading)
  thumb.append(image, progress)
  field.querySelector('[data-thumbs]').replaceChildren(thumb)
  addDrop(field, thumb, onDrop)
  showButton(field)
  return { thumb, progress }
}

function addDrop(field, thumb, onDrop) {
  addDropButton(thumb, field, form.dataset.videoDrop, () => {
    onDrop?.()
    say(field, '')
    showButton(field)
  })
}

/** One video per product. */
function showButton(field) {
  field.querySelector('[data-file]').hidden = field.querySelector('.thumb') !== null
}

function say(field, text) {
  field.querySelector('[data-video-status]').textContent = text
}

function tell(field, text) {
  const problem = field.querySelector('[data-video-problem]')
  problem.setAttribute('role', 'alert')
  problem.hidden = text === ''
  problem.textContent = text
}

function recall() {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(memory) ?? '{}'))
    return Object.fromEntries(kept.filter(([, { at }]) => Date.now() - at < memoryFor))
  } catch {
    return {}
  }
}

// Uploads that have begun, without their addresses, which contain a token.
function remember(key, id) {
  try {
    const others = Object.entries(recall()).filter(([known]) => known !== key)
    const kept = id ? [...others.slice(-9), [key, { id, at: Date.now() }]] : others
    localStorage.setItem(memory, JSON.stringify(Object.fromEntries(kept)))
  } catch {}
}
