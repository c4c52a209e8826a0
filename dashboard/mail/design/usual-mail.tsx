import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { useLanguageNames } from '../../words/language-names.ts'
import { useTexts } from '../../words/words.tsx'

/** `isRelated`: without its own blocks, the email has those of a related language. */
type Props = { language: string; isRelated: boolean; remove: () => void }

/** Removes the blocks, after asking. */
export function UsualMail({ language, isRelated, remove }: Props) {
  const { usualMail, relatedMail } = useTexts('mail-design')
  const texts = isRelated ? relatedMail : usualMail
  const nameOf = useLanguageNames()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" color="red" onClick={() => ask(true)}>
        {texts.button}
      </Button>
      <ConfirmDialog
        title={isAsking ? texts.title : undefined}
        message={texts.lead({ language: nameOf(language) })}
        confirmLabel={texts.button}
        busy={false}
        close={() => ask(false)}
        confirm={() => {
          ask(false)
          remove()
        }}
      />
    </>
  )
}
