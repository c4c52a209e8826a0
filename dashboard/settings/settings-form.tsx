import { type FormEvent, type ReactNode, useState } from 'react'
import type { SettingsChange } from '../../server/tenants/stores/settings/settings-schemas.ts'
import { useDraft } from '../parts/drafts/draft.ts'
import { SaveBar } from '../parts/drafts/save-bar.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { SectionList } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { textFor } from '../words/entries.ts'
import { useTexts } from '../words/words.tsx'
import { useSaveSettings } from './save-settings.ts'

type InputProps<Value> = {
  value: Value
  onChange: (valueOrEvent: unknown) => void
  error: string | undefined
}

/** The form's values, and the props of an input or a checkbox for one of them. */
export type Form<Values> = {
  values: Values
  field: <Name extends keyof Values & string>(name: Name) => InputProps<Values[Name]>
  checkbox: (name: keyof Values & string) => Omit<InputProps<never>, 'value'> & { checked: boolean }
}

type FormProps<Values> = {
  /** Identifies its draft: the name of its tab. */
  name: string
  saved: Values
  toChange: (values: Values) => SettingsChange
  /** Resolves with false to save nothing. */
  confirm?: (values: Values) => Promise<boolean>
  children: (form: Form<Values>) => ReactNode
}

/** A form for some of the settings, with a save bar. Problems appear at their fields. */
export function SettingsForm<Values extends object>({
  name,
  saved,
  toChange,
  confirm = async () => true,
  children,
}: FormProps<Values>) {
  const { isOwner } = useStore()
  const texts = useTexts('settings')
  const draft = useDraft(isOwner ? `settings/${name}` : undefined, saved)
  const { form, setErrors } = useFormFields(draft)
  const { save, submit } = useSaveDraft(draft, { toChange, confirm, setErrors })
  return (
    <form onSubmit={event => void submit(event)} noValidate>
      <fieldset disabled={!isOwner} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <SectionList>{children(form)}</SectionList>
      </fieldset>
      <SaveBar
        visible={draft.isDirty}
        busy={save.isPending}
        failure={save.error && Object.keys(fieldErrors(save.error)).length === 0 ? save.error : null}
        conflicts={draft.conflicts.map(field => textFor(texts.fields, field) ?? field)}
        discard={() => {
          draft.discard()
          save.reset()
          setErrors({})
        }}
      />
    </form>
  )
}

/** Saves only the edited fields, so that other users' concurrent changes stay. */
function useSaveDraft<Values extends object>(
  draft: Draft<Values>,
  {
    toChange,
    confirm,
    setErrors,
  }: Required<Pick<FormProps<Values>, 'toChange' | 'confirm'>> & {
    setErrors: (errors: Record<string, string>) => void
  },
) {
  const save = useSaveSettings()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft.isDirty) return
    const { values, edits } = draft
    const change = Object.entries(toChange(values)).filter(([field]) => field in edits)
    setErrors({})
    try {
      await draft.save(
        async () => (await confirm(values)) && (await save.mutateAsync(Object.fromEntries(change))),
      )
    } catch (error) {
      setErrors(fieldErrors(error))
    }
  }
  return { save, submit }
}

type Draft<Values extends object> = ReturnType<typeof useDraft<Values>>

/** The form of a draft. Typing in a field clears its error. */
function useFormFields<Values extends object>(draft: Draft<Values>) {
  const [errors, setErrors] = useState<Record<string, string>>({})
  const onChange = (name: keyof Values) => (valueOrEvent: unknown) => {
    setErrors(({ [name]: _, ...others }: Record<PropertyKey, string>) => others)
    draft.change({ [name]: inputValue(valueOrEvent) } as Partial<Values>)
  }
  const form: Form<Values> = {
    values: draft.values,
    field: name => ({ value: draft.values[name], onChange: onChange(name), error: errors[name] }),
    checkbox: name => ({
      checked: Boolean(draft.values[name]),
      onChange: onChange(name),
      error: errors[name],
    }),
  }
  return { form, setErrors }
}

// Some inputs pass their value to onChange, others an event.
function inputValue(valueOrEvent: unknown): unknown {
  if (!(valueOrEvent instanceof Object && 'currentTarget' in valueOrEvent)) return valueOrEvent
  const { type, checked, value } = valueOrEvent.currentTarget as HTMLInputElement
  if (type === 'number' && value !== '') return Number(value)
  return type === 'checkbox' ? checked : value
}
