import type { Message } from '../compose.ts'

/**
 * The body for any other receiver. `text` has the whole message, and mentions nobody in chats that read `@`; `sections`
 * have the texts as they were written.
 */
export function plainBody(
  { language, title, sections, link }: Message,
  { id, storeId, at }: { id: string; storeId: string; at: Date },
): object {
  const lines = sections.flatMap(({ heading, entries, more }) => [
    '',
    heading,
    ...entries.map(({ label, text }) => `- ${[label, text].filter(Boolean).join(': ')}`),
    ...(more ? [more] : []),
  ])
  return {
    id,
    store_id: storeId,
    at: at.toISOString(),
    language,
    title,
    text: [title, ...lines, '', link.url].join('\n').replaceAll('@', '@\u2060'),
    link: link.url,
    sections: sections.map(({ heading, entries, more, link: url }) => ({
      heading,
      entries,
      more: more ?? null,
      link: url ?? null,
    })),
  }
}
