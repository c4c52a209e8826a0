import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { useLanguageNames } from '../../words/language-names.ts'
import { useTexts } from '../../words/words.tsx'

type Props = { language: string; remove: () => void }

/** Removes the blocks, after asking. */
export function UsualMail({ language, remove }: Props) {
  const texts = useTexts('mail-design')
  const nameOf = useLanguageNames()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" color="red" onClick={() => ask(true)}>
        {texts.usual}
      </Button>
      <ConfirmDialog
        title={isAsking ? texts.usualTitle : undefined}
        message={texts.usualLead({ language: nameOf(language) })}
        confirmLabel={texts.usual}
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
