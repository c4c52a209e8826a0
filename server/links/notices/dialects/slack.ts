import type { Message } from '../compose.ts'

/** The body for an incoming webhook of Slack. Nothing in a text can mention, link or format. */
export function slackBody({ title, sections, link }: Message): object {
  return {
    // Notifications on phones and screen readers read this instead of the blocks.
    text: escapeSlack(title),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      section(`*${escapeSlack(title)}*`),
      ...sections.map(({ heading, entries, more, link: url }) => {
        const lines = entries.map(({ label, text }) =>
          [label && `*${escapeSlack(label)}*`, text && `> ${escapeSlack(text)}`].filter(Boolean).join('\n'),
        )
        const head = url ? `<${url}|${escapeSlack(heading)}>` : escapeSlack(heading)
        return section([head, ...lines, more && escapeSlack(more)].filter(Boolean).join('\n'))
      }),
      section(`<${link.url}|${escapeSlack(link.label)}>`),
    ],
  }
}

// Verbatim: Slack then neither links addresses nor names of channels by itself.
const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text, verbatim: true },
})

const marks = /[*_~`]/g

/** Slack documents 3,000 characters of a section and 50 blocks. All blocks together fail at about 13,200 characters. */
export function fitsSlack(body: object): boolean {
  const { blocks } = body as { blocks: { text: { text: string } }[] }
  const lengths = blocks.map(({ text }) => text.text.length)
  return lengths.every(length => length <= 3_000) && lengths.reduce((sum, one) => sum + one, 0) <= 12_000
}

/**
 * Slack reads `<…>` as a link or a mention, such as `<!channel>`, unless its three control characters are escaped. After a
 * word joiner, marks such as `*` do not begin a format.
 */
function escapeSlack(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(marks, mark => `\u2060${mark}\u2060`)
}
