/**
 * Enhances the review form if scripts run. Shrinks pictures, uploads them one by one and shows their progress. Keeps
 * typed text on this device until it is sent, but neither names nor email addresses. Stars can be cleared.
 */
import { shrink } from './shrink.js'
import { addDropButton, keepName } from './thumbs.js'
import { upload } from './upload.js'

const mostPictures = 5
const largest = 10_000_000 // bytes
const draftFor = 30 * 24 * 60 * 60_000 // ms
const draftPrefix = 'realword draft '
// What a draft keeps: no names, no addresses, no tokens.
const drafted = /^(rating|recommended|heading|body|answer_\w+|kept)-\d+$/

let form
let saving // the timer of the draft, or undefined
forgetOldDrafts()
start()
addEventListener('page', start)
// Whoever reloads or leaves at once keeps the last change too. A phone may end a hidden page without a word.
for (const type of ['visibilitychange', 'pagehide']) addEventListener(type, () => saving && save())

function start() {
  // A form that was answered in place is no draft any more.
  stopSaving()
  form = document.querySelector('form[data-review]')
  const sent = document.querySelector('[data-sent]')
  if (sent) forget(sent.dataset.sent)
  if (!form) return
  form.uploads = new Set()
  for (const field of form.querySelectorAll('[data-pictures]')) improvePictures(field)
  for (const stars of form.querySelectorAll('[data-stars], [data-clearable]')) addClear(stars)
  for (const card of form.querySelectorAll('[data-card]')) calm(card)
  saveDraft()
}

function improvePictures(field) {
  const input = field.querySelector('input[type="file"]')
  const thumbs = field.querySelector('[data-thumbs]')
  field.querySelector('[data-file]').classList.add('scripted')
  if (!form.dataset.upload) return holdPictures(field, input, thumbs)
  for (const thumb of thumbs.children) addDrop(thumb, field)
  input.addEventListener('change', () => {
    const files = [...input.files]
    // They are uploaded now, so sending them with the form again would duplicate them.
    input.value = ''
    quiet(field)
    const room = mostPictures - thumbs.childElementCount
    if (files.length > room) tell(field, form.dataset.many)
    for (const file of files.slice(0, Math.max(0, room))) {
      const sending = send(field, file).finally(() => form.uploads.delete(sending))
      form.uploads.add(sending)
    }
  })
}

/**
 * For pictures sent with the form instead of before: shrinks and shows them, and keeps them in the form's own field.
 */
function holdPictures(field, input, thumbs) {
  for (const thumb of thumbs.children) addDrop(thumb, field)
  let held = []
  const hold = () => {
    const files = new DataTransfer()
    for (const { file } of held) files.items.add(file)
    input.files = files.files
  }
  const drop = thumb => {
    held = held.filter(one => one.thumb !== thumb)
    hold()
  }
  const add = async file => {
    if (!mayBePicture(file)) return tell(field, form.dataset.type.replace('{file}', file.name))
    const thumb = addThumb(field, URL.createObjectURL(file))
    addDrop(thumb, field, () => drop(thumb))
    const smaller = await shrink(file)
    if (!thumb.isConnected) return
    held.push({ thumb, file: new File([smaller], file.name, { type: smaller.type }) })
    note(field, label(thumb))
  }
  input.addEventListener('change', () => {
    const files = [...input.files]
    const room = Math.max(0, mostPictures - thumbs.childElementCount)
    quiet(field)
    if (files.length > room) tell(field, form.dataset.many)
    const adding = Promise.all(files.slice(0, room).map(add))
      .then(hold)
      .finally(() => form.uploads.delete(adding))
    form.uploads.add(adding)
  })
}

async function send(field, file) {
  const say = text => text.replace('{file}', file.name)
  if (!mayBePicture(file)) return tell(field, say(form.dataset.type))
  const thumb = addThumb(field, URL.createObjectURL(file))
  const progress = document.createElement('progress')
  progress.max = 1
  progress.setAttribute('aria-label', form.dataset.uploading)
  note(field, form.dataset.uploading)
  thumb.append(progress)
  const stop = new AbortController()
  addDrop(thumb, field, () => stop.abort())
  const smaller = await shrink(file)
  const answer =
    smaller.size > largest
      ? { problem: say(form.dataset.large) }
      : await upload(form.dataset.upload, smaller, { name: file.name, progress, signal: stop.signal })
  progress.remove()
  if (stop.signal.aborted) return
  note(field, '')
  if (answer.name === undefined) {
    thumb.remove()
    return tell(field, answer.problem ?? form.dataset.failed)
  }
  keep(field, thumb, answer.name)
  note(field, label(thumb))
}

function addThumb(field, url) {
  const thumbs = field.querySelector('[data-thumbs]')
  const thumb = document.createElement('li')
  const image = new Image(80, 80)
  thumb.className = 'thumb'
  image.src = url
  image.alt = ''
  thumb.append(image)
  thumbs.append(thumb)
  return thumb
}

function keep(field, thumb, name) {
  keepName(thumb, field, field.querySelector('input[type="file"]').name.replace('pictures', 'kept'), name)
  addDrop(thumb, field)
  label(thumb)
}

function label(thumb) {
  const text = form.dataset.picture.replace('{number}', numberOf(thumb))
  thumb.querySelector('img').alt = text
  return text
}

/** Says to screen readers that a picture is being added, and then which one it is. */
function note(field, text) {
  field.querySelector('[data-picture-status]').textContent = text
}

function numberOf(thumb) {
  return [...thumb.parentElement.children].indexOf(thumb) + 1
}

function addDrop(thumb, field, onDrop) {
  addDropButton(thumb, field, form.dataset.drop.replace('{number}', numberOf(thumb)), onDrop)
}

/** Systems that do not know a format, such as HEIC, give its files no type: the service then names it. */
function mayBePicture(file) {
  return file.type === '' || file.type.startsWith('image/')
}

/** Adds a line: each file that is not taken has its own. */
function tell(field, text) {
  const problem = field.querySelector('[data-picture-problem]')
  const lines = new Set(problem.textContent.split('\n').filter(Boolean)).add(text)
  problem.setAttribute('role', 'alert')
  problem.hidden = false
  problem.textContent = [...lines].join('\n')
}

function quiet(field) {
  const problem = field.querySelector('[data-picture-problem]')
  problem.textContent = ''
  problem.hidden = true
}

/** Shows the fields of a product after its first star, unless they have content already. */
function calm(card) {
  const show = () => {
    const inputs = [...card.querySelectorAll('input, textarea')]
    const isTouched = inputs.some(({ type, checked, value }) =>
      type === 'radio' ? checked : !['hidden', 'file', 'checkbox'].includes(type) && value !== '',
    )
    const isEmpty = !isTouched && !card.querySelector('.thumb, [aria-invalid]')
    card.classList.toggle('calm', isEmpty)
  }
  form.addEventListener('input', show)
  show()
}

function addClear(stars) {
  const button = document.createElement('button')
  const radios = [...stars.querySelectorAll('input')]
  button.type = 'button'
  button.className = 'link clear'
  button.textContent = form.dataset.clear
  const show = () => {
    button.hidden = !radios.some(radio => radio.checked)
  }
  button.addEventListener('click', () => {
    for (const radio of radios) radio.checked = false
    radios[0].focus()
    form.dispatchEvent(new Event('input'))
  })
  form.addEventListener('input', show)
  stars.append(button)
  show()
}

/** Stores the draft on this device until it is sent: `{ at, fields: [[name, value], …] }`. */
function saveDraft() {
  const notice = form.querySelector('[data-draft-notice]')
  const untouched = JSON.stringify(values())
  // A form that came back with problems already contains the typed text.
  const draft = document.getElementById('problems') ? undefined : read(keyOf(form.dataset.draft))
  if (draft && JSON.stringify(draft.fields) !== untouched) {
    restore(draft.fields)
    notice.hidden = false
  }
  form.addEventListener('input', () => {
    clearTimeout(saving)
    saving = setTimeout(save, 300)
  })
  form.querySelector('[data-draft-discard]').addEventListener('click', () => {
    stopSaving()
    forget(form.dataset.draft)
    location.replace(form.getAttribute('action'))
  })
}

function save() {
  stopSaving()
  write(form.dataset.draft, values())
}

function stopSaving() {
  clearTimeout(saving)
  saving = undefined
}

function values() {
  return [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && drafted.test(name))
}

function restore(fields) {
  for (const radio of form.querySelectorAll('input[type="radio"], input[name^="answer_"][type="checkbox"]')) {
    if (drafted.test(radio.name))
      radio.checked = fields.some(([name, value]) => name === radio.name && value === radio.value)
  }
  for (const [name, value] of fields) {
    const input = form.elements[name]
    if (/^(heading|body|answer_\w+)-\d+$/.test(name) && input) input.value = value
    if (/^kept-\d+$/.test(name) && !form.querySelector(`input[value="${CSS.escape(value)}"]`))
      restorePicture(name, value)
  }
  form.dispatchEvent(new Event('input'))
}

function restorePicture(name, value) {
  const field = form
    .querySelector(`input[name="${name.replace('kept', 'pictures')}"]`)
    ?.closest('[data-pictures]')
  if (!field || !/^[0-9a-f]{40}-1600\.webp$/.test(value)) return
  keep(field, addThumb(field, `/pictures/${value.replace('-1600.', '-160.')}`), value)
}

// If the device blocks storage, nothing is stored.
function read(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null')
    return draft && Date.now() - draft.at < draftFor ? draft : undefined
  } catch {
    return undefined
  }
}

// Those of all forms: nobody returns to most of them. Earlier versions kept addresses of forms and uploads.
function forgetOldDrafts() {
  try {
    for (const key of Object.keys(localStorage)) {
      const isFormer = key.startsWith('realword /') || key === 'realword videos'
      if (isFormer || (key.startsWith(draftPrefix) && !read(key))) localStorage.removeItem(key)
    }
  } catch {}
}

function write(name, fields) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), fields }))
  } catch {}
}

function forget(name) {
  try {
    localStorage.removeItem(keyOf(name))
  } catch {}
}

function keyOf(name) {
  return draftPrefix + name
}
