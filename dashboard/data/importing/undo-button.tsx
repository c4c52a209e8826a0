import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, storePath } from '../../api.ts'
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx'
import { useStore } from '../../store.tsx'
import { useFormats, useTexts } from '../../words/words.tsx'
import { type ImportJob, useImportAction } from '../query.ts'

/** Undoes an import as a whole, after naming what that deletes. Nothing while it cannot be undone. */
export function UndoButton({ importJob: { id, undo_until, kind } }: { importJob: ImportJob }) {
  const texts = useTexts('data')
  const { date } = useFormats()
  const action = useImportAction(id)
  const [isAsking, setAsking] = useState(false)
  const found = useUndo(id, isAsking)
  if (!undo_until || Date.parse(undo_until) <= Date.now() || kind === 'archive' || kind === 'order')
    return null
  const counted = found && [
    texts.undoLead[kind]({ count: found.records }),
    found.changed > 0 ? texts.undoChanged({ count: found.changed }) : '',
    texts.undoAgain,
  ]
  return (
    <>
      <Button
        variant="default"
        title={texts.undoUntil({ date: date(undo_until) })}
        onClick={() => setAsking(true)}
      >
        {texts.undo}
      </Button>
      <ConfirmDialog
        title={isAsking && counted ? texts.undoAsk : undefined}
        message={counted?.filter(Boolean).join(' ') ?? ''}
        confirmLabel={texts.undo}
        busy={action.isPending}
        close={() => setAsking(false)}
        confirm={() => action.mutate({ action: 'undo' }, { onSettled: () => setAsking(false) })}
      />
    </>
  )
}

function useUndo(id: string, enabled: boolean) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'import', id, 'undo'],
    queryFn: () => get<{ records: number; changed: number }>(storePath(store_id, `/imports/${id}/undo`)),
    enabled,
    gcTime: 0,
  }).data
}
