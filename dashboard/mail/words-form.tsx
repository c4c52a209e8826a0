import { Badge, Button, Group, Input, Select, Stack, Text, Textarea, TextInput, Tooltip } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/settings/section.tsx'
import { useStore } from '../store.tsx'
import { mailTexts } from '../words/mail.ts'
import { useSpeech, useTexts } from '../words/words.tsx'
import type { Kind, MailContent, Said } from './content.ts'
import { type Draft, standardOf } from './draft.ts'
import classes from './mail.module.css'

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

/** Subject and words of one mail in one language. */
export function WordsForm({
  content,
  draft,
  kind,
  language,
  choose,
  problems,
}: {
  content: MailContent
  draft: Draft
  kind: Kind
  language: string
  choose: (change: { kind?: Kind; language?: string }) => void
  problems: Record<string, string>
}) {
  const texts = useTexts(mailTexts)
  const { mayOwn } = useStore()
  const said = draft.said(kind, language)
  const standard = standardOf(content, kind, language)
  const placeholders = content.kinds.find(one => one.kind === kind)?.placeholders ?? []
  const isOwn = said.subject !== standard.subject || said.words !== standard.words
  const say = (change: Partial<Said>) => draft.say(kind, language, { ...said, ...change })
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
      <fieldset disabled={!mayOwn} className={classes.fields}>
        <Stack gap="md">
          <Worded
            label={texts.subject}
            value={said.subject}
            most={content.limits.subject}
            placeholder={standard.subject}
            placeholders={placeholders}
            error={problems.subject}
            change={subject => say({ subject })}
          />
          <Worded
            label={texts.body}
            hint={texts.bodyHint}
            value={said.words}
            most={content.limits.words}
            placeholder={standard.words}
            placeholders={placeholders}
            error={problems.words}
            change={words => say({ words })}
            isLong
          />
        </Stack>
      </fieldset>
      {isOwn && mayOwn && <Reset reset={() => say(standard)} />}
    </Section>
  )
}

function Pickers({
  content,
  kind,
  language,
  choose,
}: {
  content: MailContent
  kind: Kind
  language: string
  choose: (change: { kind?: Kind; language?: string }) => void
}) {
  const texts = useTexts(mailTexts)
  const { language: spoken } = useSpeech()
  const names = new Intl.DisplayNames([spoken], { type: 'language' })
  const nameOf = (tag: string) =>
    (names.of(tag) ?? tag).replace(/^\p{L}/u, first => first.toLocaleUpperCase(spoken))
  const isOwn = (one: string) => {
    const { own = {} } = content.kinds.find(each => each.kind === one) ?? {}
    return Object.keys(own).length > 0
  }
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
          <Group gap="xs" justify="space-between" flex={1}>
            {option.label}
            {isOwn(option.value) && (
              <Text size="xs" c="dimmed">
                {texts.customised}
              </Text>
            )}
          </Group>
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

function Worded({
  label,
  hint,
  value,
  most,
  placeholder,
  placeholders,
  error,
  change,
  isLong = false,
}: {
  label: string
  hint?: string
  value: string
  most: number
  placeholder: string
  placeholders: string[]
  error: string | undefined
  change: (text: string) => void
  isLong?: boolean
}) {
  const texts = useTexts(mailTexts)
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const left = most - [...value].length
  const common = {
    id,
    value,
    placeholder,
    error: Boolean(error),
    'aria-describedby': `${id}-below`,
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  }
  return (
    <div>
      <Input.Label htmlFor={id}>{label}</Input.Label>
      {isLong ? (
        <Textarea ref={field} autosize minRows={5} maxRows={16} {...common} />
      ) : (
        <TextInput ref={field} {...common} />
      )}
      <Insert field={field} value={value} placeholders={placeholders} label={label} change={change} />
      <div id={`${id}-below`}>
        {error && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        {hint && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
        {left <= most / 5 && (
          <Text size="xs" c="dimmed">
            {texts.left(Math.max(0, left))}
          </Text>
        )}
      </div>
    </div>
  )
}

/** What a text may hold: a click puts it where the cursor is. */
function Insert({
  field,
  value,
  placeholders,
  label,
  change,
}: {
  field: RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>
  value: string
  placeholders: string[]
  label: string
  change: (text: string) => void
}) {
  const texts = useTexts(mailTexts)
  const { mayOwn } = useStore()
  if (!mayOwn) return null
  const insert = (placeholder: string) => {
    const { selectionStart: start, selectionEnd: end } = field.current ?? {}
    const [from, to] = [start ?? value.length, end ?? value.length]
    change(value.slice(0, from) + placeholder + value.slice(to))
    // Once the field has the new text.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(from + placeholder.length, from + placeholder.length)
    })
  }
  return (
    <Group gap={6} my={6}>
      <Text size="xs" c="dimmed">
        {texts.insert}
      </Text>
      {placeholders.map(placeholder => (
        <Tooltip key={placeholder} label={texts.placeholders[placeholder]} withArrow>
          <Button
            size="compact-xs"
            variant="default"
            fw={500}
            ff="monospace"
            aria-label={`${texts.insert}: ${placeholder} (${label})`}
            onClick={() => insert(placeholder)}
          >
            {placeholder}
          </Button>
        </Tooltip>
      ))}
    </Group>
  )
}

function Reset({ reset }: { reset: () => void }) {
  const texts = useTexts(mailTexts)
  return (
    <Group>
      <Button variant="subtle" size="compact-sm" leftSection={<Icon name="undo" size={16} />} onClick={reset}>
        {texts.reset}
      </Button>
    </Group>
  )
}
