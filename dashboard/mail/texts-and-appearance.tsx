import { Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { SaveBar } from '../parts/drafts/save-bar.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { fieldErrors } from '../parts/field-errors.ts'
import { useFormats, useTexts } from '../words/words.tsx'
import { AppearanceForm } from './appearance-form.tsx'
import {
  type MailContent,
  type MailKind,
  type RenderedMail,
  useMailContent,
  useMailPreview,
  useSaveContent,
} from './content.ts'
import { blockErrors as blockErrorsOf } from './design/block-errors.ts'
import { type MailContentDraft, useMailDraft } from './draft.ts'
import classes from './mail.module.css'
import { MailPreview } from './mail-preview.tsx'
import { MailTextForm } from './text-form.tsx'

/** Edits the texts, colour and logo of the store's emails, with a live preview. */
export function TextsAndAppearance() {
  const { data, error, refetch } = useMailContent()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return data ? <Editor content={data} /> : <EditorSkeleton />
}

function Editor({ content }: { content: MailContent }) {
  const labelOf = useFieldLabels()
  const draft = useMailDraft(content)
  const { kind, language, choose } = useMailSelection(content)
  const { preview, errors, blockErrors, failure } = useLatestPreview(draft, kind, language)
  const { save, onSubmit } = useSubmit(draft, choose)
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className={classes.editor}>
        <Stack gap="lg">
          <MailTextForm
            content={content}
            draft={draft}
            kind={kind}
            language={language}
            choose={choose}
            errors={errors}
            blockErrors={blockErrors}
            preview={preview}
          />
          <AppearanceForm draft={draft} colors={preview?.colors} errors={errors} />
        </Stack>
        <MailPreview preview={preview} failure={failure} draft={draft.previewDraft(kind, language)} />
      </div>
      <SaveBar
        visible={draft.isDirty}
        busy={save.isPending}
        failure={save.error}
        conflicts={draft.conflicts.map(name => labelOf(name))}
        discard={() => {
          draft.discard()
          save.reset()
        }}
      />
    </form>
  )
}

function useSubmit(draft: MailContentDraft, choose: ReturnType<typeof useMailSelection>['choose']) {
  const save = useSaveContent()
  const submit = async () => {
    const change = draft.changes()
    try {
      await draft.save(() => save.mutateAsync(change))
    } catch (error) {
      // Open the rejected email, so that the errors appear at its fields.
      const [, part, index] = /(words|designs)\.(\d+)\./.exec(String(error)) ?? []
      const rejected = change[part as 'words' | 'designs']?.[Number(index)]
      if (rejected) choose({ kind: rejected.kind, language: rejected.language })
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return { save, onSubmit }
}

/** The names of the editable parts, for use within a sentence. */
function useFieldLabels() {
  const { overtaken } = useTexts('mail')
  const { quoted } = useFormats()
  const { kinds } = useTexts('mails/names')
  return (name: MailContentDraft['conflicts'][number]) =>
    name === 'color' || name === 'logo_url' ? overtaken[name] : quoted(kinds[name])
}

/** The selected email and language, from the URL parameters. */
function useMailSelection(content: MailContent) {
  const [parameters, setParameters] = useSearchParams()
  const requested = { kind: parameters.get('kind'), language: parameters.get('language') }
  const kind = content.kinds.find(entry => entry.kind === requested.kind)?.kind ?? 'request'
  const language =
    content.languages.find(entry => entry === requested.language) ?? content.languages[0] ?? 'en'
  const choose = (change: { kind?: MailKind; language?: string }) =>
    setParameters({ tab: 'words', kind, language, ...change }, { replace: true })
  return { kind, language, choose }
}

/** The last successful preview. It stays on the screen when a newer draft is rejected, together with the errors. */
function useLatestPreview(draft: MailContentDraft, kind: MailKind, language: string) {
  const [debounced] = useDebouncedValue(JSON.stringify(draft.previewDraft(kind, language)), 250)
  const { data, error } = useMailPreview(JSON.parse(debounced))
  const last = useRef<RenderedMail>(undefined)
  if (data) last.current = data
  const errors = fieldErrors(error)
  const blocks = draft.design(kind, language) ?? []
  return {
    preview: last.current,
    errors,
    blockErrors: blockErrorsOf(error, blocks),
    failure: Object.keys(errors).length > 0 ? null : error,
  }
}

function EditorSkeleton() {
  return (
    <div className={classes.editor}>
      <Skeleton h={560} radius="lg" />
      <Skeleton h={560} radius="lg" />
    </div>
  )
}
