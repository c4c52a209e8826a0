import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { framePage } from '../../http/frame-page.ts'

// In the page itself: a document without an origin of its own may load no file of ours.
const script = readFileSync(new URL('../../../pages/mail-frame.js', import.meta.url), 'utf8')

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title></title></head>
<body><script type="module">${script}</script></body>
</html>
`

// Mails are styled in their elements, which the dashboard allows nowhere: so they are drawn in here, where
// there is no origin, no cookie and no other script, and from where nothing is sent.
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${hash('sha256', script, 'base64')}'`,
  "style-src 'unsafe-inline'",
  'img-src http: https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')

/** GET /admin/mail-frame: an empty page that draws the mail the dashboard's script hands to it. */
export function mailFrame() {
  return framePage(page, policy)
}
