/** Adds the name of a file that is on the server already, to be sent with the form. */
export function keepName(thumb, field, name, value) {
  const input = document.createElement('input')
  input.type = 'hidden'
  input.name = name
  input.value = value
  thumb.append(input)
  field.closest('form').dispatchEvent(new Event('input'))
}

/** Replaces the checkbox of the page without scripts with a button. */
export function addDropButton(thumb, field, label, onDrop) {
  for (const old of thumb.querySelectorAll('.drop, .drop-button')) old.remove()
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'drop-button'
  button.setAttribute('aria-label', label)
  button.innerHTML = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13"/></svg>'
  button.addEventListener('click', () => {
    thumb.remove()
    onDrop?.()
    field.querySelector('input[type="file"]').focus()
    field.closest('form').dispatchEvent(new Event('input'))
  })
  thumb.append(button)
}
