import type { Message } from '../compose.ts'

const mostTitle = 256

/** The body for a webhook of Discord. It mentions nobody, whatever its texts say. */
export function discordBody({ title, sections, link }: Message): object {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      { title: escapeDiscord(title).slice(0, mostTitle), url: link.url },
      ...sections.slice(0, 9).map(({ heading, entries, more, link: url }) => ({
        title: escapeDiscord(heading).slice(0, mostTitle),
        ...(url && { url }),
        description: [
          ...entries.map(({ label, text }) =>
            [label && `**${escapeDiscord(label)}**`, text && `> ${escapeDiscord(text)}`]
              .filter(Boolean)
              .join('\n'),
          ),
          more && escapeDiscord(more),
        ]
          .filter(Boolean)
          .join('\n'),
      })),
    ],
  }
}

/** Discord takes 4,096 characters of a description, and 6,000 of all embeds. */
export function fitsDiscord(body: object): boolean {
  const { embeds } = body as { embeds: { title: string; description?: string }[] }
  const all = embeds.reduce((sum, { title, description = '' }) => sum + title.length + description.length, 0)
  return all <= 5_900 && embeds.every(({ description = '' }) => description.length <= 4_096)
}

/** Backslashes before what Discord reads as Markdown, and a word joiner after what begins a mention. */
function escapeDiscord(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<:-]/g, '\\$&').replaceAll('@', '@\u2060')
}

/** Discord then reports an error, instead of 204 for a message that it drops. */
export function discordAddress(url: string): string {
  const address = new URL(url)
  address.searchParams.set('wait', 'true')
  return address.href
}
