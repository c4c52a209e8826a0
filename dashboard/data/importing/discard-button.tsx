import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { useTexts } from '../../words/words.tsx'
import { type ListedImport, useDataParams, useImportAction } from '../query.ts'

/** Discards an import that has not started, with its file. */
export function DiscardButton({ importJob, small = false }: { importJob: ListedImport; small?: boolean }) {
  const texts = useTexts('data')
  const { id, setParams } = useDataParams()
  const action = useImportAction(importJob.id)
  const [isAsking, setAsking] = useState(false)
  const leave = () => id === importJob.id && setParams({ id: null, step: null })
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        {...(small && { size: 'compact-sm' })}
        onClick={() => setAsking(true)}
      >
        {texts.dropThis}
      </Button>
      <ConfirmDialog
        title={isAsking ? texts.discardAsk : undefined}
        message={texts.discardLead}
        confirmLabel={texts.dropThis}
        closeLabel={texts.keepImport}
        busy={action.isPending}
        close={() => setAsking(false)}
        confirm={() =>
          action.mutate({ action: 'cancel' }, { onSuccess: leave, onSettled: () => setAsking(false) })
        }
      />
    </>
  )
}
