import type { Message } from '../compose.ts'

/**
 * The body for a workflow of Teams: an Adaptive Card. Texts are runs of a RichTextBlock, in which Markdown means nothing;
 * in a TextBlock it would. Without an entity in `msteams`, `<at>` mentions nobody.
 */
export function teamsBody({ language, title, sections, link }: Message): object {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          lang: language,
          fallbackText: plainRun(title),
          msteams: { width: 'Full' },
          body: [
            text([{ text: title, weight: 'Bolder', size: 'Large' }]),
            ...sections.flatMap(({ heading, entries, more, link: url }) => [
              { ...text([{ text: heading, weight: 'Bolder', ...(url && { url }) }]), separator: true },
              ...entries.flatMap(({ label, text: said }) => [
                ...(label ? [text([{ text: label, isSubtle: true }])] : []),
                ...(said ? [text([{ text: said }])] : []),
              ]),
              ...(more ? [text([{ text: more, isSubtle: true }])] : []),
            ]),
          ],
          actions: [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
        },
      },
    ],
  }
}

type Run = { text: string; weight?: string; size?: string; isSubtle?: boolean; url?: string }

const text = (runs: Run[]) => ({
  type: 'RichTextBlock',
  inlines: runs.map(({ url, ...run }) => ({
    type: 'TextRun',
    ...run,
    text: plainRun(run.text),
    ...(url && { selectAction: { type: 'Action.OpenUrl', url } }),
  })),
})

/** Cards replace `{{DATE(…)}}` and `${…}` in any text: a word joiner keeps the braces apart. */
const plainRun = (said: string) => said.replace(/([{$])(?=\{)/g, '$1\u2060')
