// Runs in the frame of the dashboard's mail preview, and renders the mail that the page around it sends. Updates
// content in place, so that nothing flickers while text is typed.

addEventListener('message', ({ data, source }) => {
  if (source !== parent || data?.type !== 'mail') return
  const mail = new DOMParser().parseFromString(data.html, 'text/html')
  // The dashboard selects the theme, whatever the device prefers.
  const matches = data.scheme === 'dark' ? 'all' : 'not all'
  for (const style of mail.querySelectorAll('style'))
    style.textContent = style.textContent.replace(/\(prefers-color-scheme:\s*dark\)/g, matches)
  document.documentElement.lang = mail.documentElement.lang
  document.documentElement.style.colorScheme = data.scheme
  redraw(document.head, mail.head)
  redraw(document.body, mail.body)
})

// Links in a preview do nothing.
addEventListener('click', event => event.preventDefault())
addEventListener('auxclick', event => event.preventDefault())

new ResizeObserver(([{ contentRect }]) => tell({ type: 'mail_height', height: contentRect.height })).observe(
  document.documentElement,
)
tell({ type: 'mail_frame_ready' })

function tell(message) {
  parent.postMessage(message, '*')
}

function redraw(shown, next) {
  if (shown.nodeName !== next.nodeName) return shown.replaceWith(next)
  if (shown.nodeType !== Node.ELEMENT_NODE) {
    if (shown.data !== next.data) shown.data = next.data
    return
  }
  for (const { name } of [...shown.attributes]) if (!next.hasAttribute(name)) shown.removeAttribute(name)
  for (const { name, value } of next.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value)
  const [before, after] = [[...shown.childNodes], [...next.childNodes]]
  for (const extra of before.slice(after.length)) extra.remove()
  after.forEach((node, index) => {
    if (before[index]) redraw(before[index], node)
    else shown.append(node)
  })
}
