import { Badge, Button, Group, Select, Stack, Text } from '@mantine/core'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/section.tsx'
import { useStore } from '../store.tsx'
import { useLanguage, useTexts } from '../words/words.tsx'
import type { Kind, MailContent, Said } from './content.ts'
import { type Draft, standardOf } from './draft.ts'
import classes from './mail.module.css'
import { Worded } from './worded.tsx'

const groups = {
  asking: ['request', 'reminder'],
  telling: [
    'review_published',
    'review_rejected',
    'review_replied',
    'question_answered',
    'question_received',
  ],
  confirming: ['confirm_review', 'confirm_question'],
} as const

type Props = PickersProps & { draft: Draft; problems: Record<string, string> }

/** Subject and words of one mail in one language. */
export function WordsForm({ content, draft, kind, language, choose, problems }: Props) {
  const texts = useTexts('mail')
  const { isOwner } = useStore()
  const said = draft.said(kind, language)
  const standard = standardOf(content, kind, language)
  const isOwn = said.subject !== standard.subject || said.words !== standard.words
  const say = (change: Partial<Said>) => draft.say(kind, language, { ...said, ...change })
  const placeholders = content.kinds.find(one => one.kind === kind)?.placeholders ?? []
  // What the field of a part of the mail needs.
  const field = (part: keyof Said) => ({
    value: said[part],
    most: content.limits[part],
    placeholder: standard[part],
    placeholders,
    error: problems[part],
    change: (text: string) => say({ [part]: text }),
  })
  return (
    <Section
      title={texts.words}
      lead={texts.wordsLead}
      action={
        <Badge variant="light" color={isOwn ? 'green' : 'gray'}>
          {isOwn ? texts.customised : texts.standard}
        </Badge>
      }
    >
      <Pickers content={content} kind={kind} language={language} choose={choose} />
      <Text size="sm" c="dimmed">
        {texts.whens[kind]}
      </Text>
      <fieldset disabled={!isOwner} className={classes.fields}>
        <Stack gap="md">
          <Worded label={texts.subject} {...field('subject')} />
          <Worded label={texts.body} hint={texts.bodyHint} {...field('words')} isLong />
        </Stack>
      </fieldset>
      {isOwn && isOwner && <Reset reset={() => say(standard)} />}
    </Section>
  )
}

type PickersProps = {
  content: MailContent
  kind: Kind
  language: string
  choose: (change: { kind?: Kind; language?: string }) => void
}

/** Which mail, and in which language. */
function Pickers({ content, kind, language, choose }: PickersProps) {
  const texts = useTexts('mail')
  const nameOf = useLanguageNames()
  return (
    <Group align="flex-end" gap="sm" grow preventGrowOverflow={false}>
      <Select
        label={texts.kind}
        miw={220}
        value={kind}
        allowDeselect={false}
        maxDropdownHeight={380}
        data={Object.entries(groups).map(([group, items]) => ({
          group: texts.groups[group as keyof typeof groups],
          items: items.map(value => ({ value, label: texts.kinds[value] })),
        }))}
        renderOption={({ option }) => (
          <Option label={option.label} own={content.kinds.find(each => each.kind === option.value)?.own} />
        )}
        onChange={chosen => chosen && choose({ kind: chosen as Kind })}
      />
      <Select
        label={texts.language}
        miw={140}
        value={language}
        allowDeselect={false}
        data={content.languages.map(value => ({ value, label: nameOf(value) }))}
        onChange={chosen => chosen && choose({ language: chosen })}
      />
    </Group>
  )
}

/** A mail to choose, and whether the store has words of its own for it. */
function Option({ label, own = {} }: { label: string; own: object | undefined }) {
  const texts = useTexts('mail')
  return (
    <Group gap="xs" justify="space-between" flex={1}>
      {label}
      {Object.keys(own).length > 0 && (
        <Text size="xs" c="dimmed">
          {texts.customised}
        </Text>
      )}
    </Group>
  )
}

function useLanguageNames(): (tag: string) => string {
  const { language } = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return tag => (names.of(tag) ?? tag).replace(/^\p{L}/u, first => first.toLocaleUpperCase(language))
}

function Reset({ reset }: { reset: () => void }) {
  const texts = useTexts('mail')
  return (
    <Group>
      <Button variant="subtle" size="compact-sm" leftSection={<Icon name="undo" size={16} />} onClick={reset}>
        {texts.reset}
      </Button>
    </Group>
  )
}
