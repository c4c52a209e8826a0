// Runs in the outbox and in a mail's page: writes times in the reader's language and zone, and makes the frame as high as its mail.

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  timeZoneName: 'short',
})
for (const time of document.querySelectorAll('time'))
  time.textContent = format.format(new Date(time.dateTime))

const frame = document.querySelector('iframe')
addEventListener('message', ({ data, source }) => {
  if (frame && source === frame.contentWindow && data?.type === 'mail_height' && data.height > 0)
    frame.style.height = `${Math.min(data.height, 20_000)}px`
})
frame?.contentWindow?.postMessage({ type: 'outbox_ready' }, '*')
