import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { framePage } from '../../../foundation/http/pages/frame-page.ts'

// Inline: a document with an opaque origin may load no file of ours.
const script = readFileSync(new URL('../../../../pages/mail-frame.js', import.meta.url), 'utf8')

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title></title></head>
<body><script type="module">${script}</script></body>
</html>
`

// Mails have inline styles, which the dashboard's policy forbids everywhere. So they are drawn in this frame, which
// has no origin, no cookies and no other script, and can send nothing.
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

/** GET /admin/mail-frame: an empty page that draws the mail it receives from the dashboard's script. */
export function mailFrame() {
  return framePage(page, policy)
}
