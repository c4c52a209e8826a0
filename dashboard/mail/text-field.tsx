import { Button, Group, Input, Text, Textarea, TextInput, Tooltip, VisuallyHidden } from '@mantine/core'
import { type RefObject, useId, useRef } from 'react'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useFormats, useTexts } from '../words/words.tsx'

type Field = HTMLInputElement & HTMLTextAreaElement

type Props = {
  label: string
  /** Of the email, which a screen reader's voice then speaks. */
  language: string
  hint?: string | undefined
  value: string
  maxLength: number
  placeholder: string
  placeholders: string[]
  error: string | undefined
  change: (text: string) => void
  isLong?: boolean
  /** Where a heading above the field says the same. */
  hidesLabel?: boolean
}

/** A text field of an email, with buttons to insert placeholders and the number of characters left. */
export function MailTextField(props: Props) {
  const { label, hint, value, maxLength, placeholders, error, change, hidesLabel = false } = props
  const id = useId()
  const field = useRef<Field>(null)
  return (
    <div>
      {hidesLabel ? (
        <VisuallyHidden>
          <label htmlFor={id}>{label}</label>
        </VisuallyHidden>
      ) : (
        <Input.Label htmlFor={id}>{label}</Input.Label>
      )}
      <TextControl {...props} id={id} field={field} />
      <PlaceholderButtons
        field={field}
        value={value}
        placeholders={placeholders}
        label={label}
        change={change}
      />
      <div id={`${id}-below`}>
        <FieldNotes
          error={error}
          hint={hint}
          charactersLeft={maxLength - [...value].length}
          maxLength={maxLength}
        />
      </div>
    </div>
  )
}

type TextControlProps = Pick<Props, 'language' | 'value' | 'placeholder' | 'error' | 'change' | 'isLong'> & {
  id: string
  field: RefObject<Field | null>
}

function TextControl({ id, field, language, value, placeholder, error, change, isLong }: TextControlProps) {
  const common = {
    id,
    lang: language,
    value,
    placeholder,
    error: Boolean(error),
    'aria-describedby': `${id}-below`,
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  }
  return isLong ? (
    <Textarea ref={field} autosize minRows={5} maxRows={16} {...common} />
  ) : (
    <TextInput ref={field} {...common} />
  )
}

type FieldNotesProps = Pick<Props, 'error' | 'hint' | 'maxLength'> & { charactersLeft: number }

function FieldNotes({ error, hint, charactersLeft, maxLength }: FieldNotesProps) {
  const texts = useTexts('mail')
  return (
    <>
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
      {charactersLeft <= maxLength / 5 && (
        <Text size="xs" c="dimmed">
          {texts.left({ count: Math.max(0, charactersLeft) })}
        </Text>
      )}
    </>
  )
}

type PlaceholderButtonsProps = Pick<Props, 'value' | 'placeholders' | 'label' | 'change'> & {
  field: RefObject<Field | null>
}

function PlaceholderButtons({ field, value, placeholders, label, change }: PlaceholderButtonsProps) {
  const texts = useTexts('mail')
  const { labelled } = useFormats()
  const { isOwner } = useStore()
  if (!isOwner) return null
  const insert = (placeholder: string) => {
    const { selectionStart: start, selectionEnd: end } = field.current ?? {}
    const [from, to] = [start ?? value.length, end ?? value.length]
    change(value.slice(0, from) + placeholder + value.slice(to))
    // The cursor can only be set after React has rendered the new text.
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
        <Tooltip key={placeholder} label={textFor(texts.placeholders, placeholder)} withArrow>
          <Button
            size="compact-xs"
            variant="default"
            fw={500}
            ff="monospace"
            aria-label={labelled(texts.insert, `${placeholder} (${label})`)}
            onClick={() => insert(placeholder)}
          >
            {placeholder}
          </Button>
        </Tooltip>
      ))}
    </Group>
  )
}
