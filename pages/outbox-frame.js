// Runs in a mail of the outbox, and reports the mail's height to the page around it.

const report = () =>
  parent.postMessage(
    { type: 'mail_height', height: document.documentElement.getBoundingClientRect().height },
    '*',
  )

new ResizeObserver(report).observe(document.documentElement)
addEventListener('message', ({ source }) => source === parent && report())
