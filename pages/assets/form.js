/**
 * What every form gets where scripts run: the challenge is solved while the person types, and a second press
 * of the button sends nothing twice. Without it the form works as it is.
 */
for (const form of document.querySelectorAll('form[data-form]')) improve(form)

document.getElementById('problems')?.focus()

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
    const uploads = [...(form.uploads ?? [])]
    if (isSolved && uploads.length === 0) return
    event.preventDefault()
    if (!isSolved) status.textContent = form.dataset.working
    // Where no worker runs, the form is sent like one without scripts.
    await Promise.allSettled([solve(), ...uploads])
    HTMLFormElement.prototype.submit.call(form)
  })
  // Back from the next page, which the browser may have kept as it was.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isSending = false
    button.removeAttribute('aria-disabled')
    button.textContent = label
    status.textContent = ''
    if (form.elements.proof) form.elements.proof.value = ''
  })
}

/** Begins when first called; each call waits for the same solution. */
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
