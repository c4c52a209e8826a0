/**
 * Enhances every form if scripts run: it solves the challenge while the person types, and ignores a second click on the
 * button. Forms work without it.
 */
import { sendInPlace } from './in-place.js'

start()
addEventListener('page', start)

function start() {
  for (const form of document.querySelectorAll('form[data-form]')) improve(form)
  document.getElementById('problems')?.focus()
}

function improve(form) {
  const button = form.querySelector('button[type="submit"]')
  const status = form.querySelector('[data-status]')
  const label = button.textContent
  const solve = form.elements.proof ? startSolving(form) : async () => {}
  let isSending = false

  form.addEventListener('focusin', () => solve().catch(() => {}), { once: true })
  form.addEventListener('submit', async event => {
    if (isSending) return event.preventDefault()
    isSending = true
    button.setAttribute('aria-disabled', 'true')
    button.textContent = form.dataset.busy
    const isSolved = form.elements.proof?.value !== ''
    const isInPlace = form.dataset.inPlace !== undefined
    const uploads = [...(form.uploads ?? [])]
    if (isSolved && uploads.length === 0 && !isInPlace) return
    event.preventDefault()
    status.textContent = isSolved ? '' : form.dataset.working
    // Without workers, the form is sent like one without scripts.
    await Promise.allSettled([solve(), ...uploads])
    if (isInPlace) await sendInPlace(form).catch(({ message }) => release(message))
    else HTMLFormElement.prototype.submit.call(form)
  })
  const release = message => {
    isSending = false
    button.removeAttribute('aria-disabled')
    button.textContent = label
    status.textContent = message
  }
  // The person came back from the next page, and the browser may have cached this one.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    release('')
    if (form.elements.proof) form.elements.proof.value = ''
  })
}

/** Starts at the first call. All calls wait for the same solution. */
function startSolving(form) {
  let solved
  return () => {
    solved ??= new Promise((resolve, reject) => {
      const worker = new Worker(form.dataset.solver)
      worker.onmessage = ({ data }) => {
        form.elements.proof.value = JSON.stringify(data)
        worker.terminate()
        resolve()
      }
      worker.onerror = reject
      worker.postMessage(JSON.parse(form.dataset.challenge))
    })
    return solved
  }
}
