import { Skeleton, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorPanel } from '../parts/failure.tsx'
import { fieldErrors } from '../parts/field-problems.ts'
import { SaveBar } from '../parts/save-bar.tsx'
import { useTexts } from '../words/words.tsx'
import {
  type Kind,
  type MailContent,
  type Preview,
  useMailContent,
  usePreview,
  useSaveContent,
} from './content.ts'
import { type Draft, useMailDraft } from './draft.ts'
import { LookForm } from './look-form.tsx'
import classes from './mail.module.css'
import { MailPreview } from './mail-preview.tsx'
import { WordsForm } from './words-form.tsx'

/** What the store's mails say and how they look, with each drawn beside it while it is typed. */
export function WordsAndLook() {
  const { data, error, refetch } = useMailContent()
  if (error) return <ErrorPanel error={error} retry={refetch} />
  return data ? <Editor content={data} /> : <Waiting />
}

function Editor({ content }: { content: MailContent }) {
  const nameOf = useNames()
  const draft = useMailDraft(content)
  const { kind, language, choose } = useChosen(content)
  const { drawn, problems, failure } = useDrawn(draft, kind, language)
  const { save, submit } = useSubmit(draft, choose)
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={classes.editor}>
        <Stack gap="lg">
          <WordsForm
            content={content}
            draft={draft}
            kind={kind}
            language={language}
            choose={choose}
            problems={problems}
          />
          <LookForm draft={draft} colors={drawn?.colors} problems={problems} />
        </Stack>
        <MailPreview drawn={drawn} failure={failure} draft={draft.mail(kind, language)} />
      </div>
      <SaveBar
        visible={draft.isDirty}
        busy={save.isPending}
        failure={save.error}
        conflicts={draft.overtaken.map(name => nameOf(name))}
        discard={() => {
          draft.discard()
          save.reset()
        }}
      />
    </form>
  )
}

function useSubmit(draft: Draft, choose: ReturnType<typeof useChosen>['choose']) {
  const save = useSaveContent()
  const submit = async () => {
    const { change, settle } = draft.changes()
    try {
      await save.mutateAsync(change)
      settle()
    } catch (error) {
      // The mail that was refused is shown: what is wrong stands at its fields.
      const [, index] = /words\.(\d+)\./.exec(String(error)) ?? []
      const refused = index === undefined ? undefined : change.words?.[Number(index)]
      if (refused) choose({ kind: refused.kind, language: refused.language })
    }
  }
  return { save, submit }
}

/** How what can be changed here is called in a sentence. */
function useNames() {
  const { kinds, overtaken } = useTexts('mail')
  return (name: Draft['overtaken'][number]) =>
    name === 'color' || name === 'logo_url' ? overtaken[name] : `“${kinds[name]}”`
}

/** Which mail is on the screen, kept in the address. */
function useChosen(content: MailContent) {
  const [parameters, setParameters] = useSearchParams()
  const wanted = { kind: parameters.get('kind'), language: parameters.get('language') }
  const kind = content.kinds.find(one => one.kind === wanted.kind)?.kind ?? 'request'
  const language = content.languages.find(one => one === wanted.language) ?? content.languages[0] ?? 'en'
  const choose = (change: { kind?: Kind; language?: string }) =>
    setParameters({ tab: 'words', kind, language, ...change }, { replace: true })
  return { kind, language, choose }
}

/** The mail as it was drawn last: what cannot be drawn leaves it, and says why. */
function useDrawn(draft: Draft, kind: Kind, language: string) {
  const [settled] = useDebouncedValue(JSON.stringify(draft.mail(kind, language)), 250)
  const { data, error } = usePreview(JSON.parse(settled))
  const last = useRef<Preview>(undefined)
  if (data) last.current = data
  const problems = fieldErrors(error)
  return { drawn: last.current, problems, failure: Object.keys(problems).length > 0 ? null : error }
}

function Waiting() {
  return (
    <div className={classes.editor}>
      <Skeleton h={560} radius="lg" />
      <Skeleton h={560} radius="lg" />
    </div>
  )
}
