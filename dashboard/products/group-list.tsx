import { Alert, Button, FileButton, Group, Progress, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { useErrorMessage } from '../parts/errors.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { createGroup } from './query.ts'

type Refused = { line: number; text: string; reason: string }

const mostLines = 5_000

/** Groups the products of each line, such as the old and the new ID of each after a move to another shop system. */
export function GroupListDialog({ close }: { close: () => void }) {
  const texts = useTexts('products')
  const [list, setList] = useState('')
  const { group, share, refused, grouped } = useGrouping()
  const lines = linesOf(list)
  return (
    <Dialog close={close} title={texts.groupList} size="lg" ignoresOutsideClicks>
      <Stack>
        <Textarea
          label={texts.groupListLabel}
          description={texts.groupListHelp}
          placeholder={'12345;8901234567890\n12346;8901234567891'}
          autosize
          minRows={6}
          maxRows={14}
          spellCheck={false}
          value={list}
          error={lines.length > mostLines && texts.groupListLong({ count: mostLines })}
          onChange={event => setList(event.currentTarget.value)}
        />
        {share !== undefined && <Progress value={share * 100} aria-label={texts.groupList} />}
        {grouped !== undefined && <Outcome grouped={grouped} refused={refused} />}
        <Group justify="space-between">
          <FileButton
            accept=".csv,.txt,text/csv,text/plain"
            onChange={file => void file?.text().then(setList)}
          >
            {props => (
              <Button variant="default" {...props}>
                {texts.groupListFile}
              </Button>
            )}
          </FileButton>
          <Button
            disabled={lines.length === 0 || lines.length > mostLines}
            loading={share !== undefined}
            onClick={() => void group(lines)}
          >
            {texts.groupLines({ count: lines.length })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Outcome({ grouped, refused }: { grouped: number; refused: Refused[] }) {
  const texts = useTexts('products')
  return (
    <Alert role="status" color={refused.length > 0 ? 'yellow' : 'green'} variant="light">
      <Stack gap="xs">
        <Text size="sm">{texts.groupedLines({ count: grouped })}</Text>
        {refused.slice(0, 50).map(({ line, text, reason }) => (
          <Text key={line} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {texts.refusedLine({ line, text, reason })}
          </Text>
        ))}
        {refused.length > 50 && <Text size="sm">{texts.refusedMore({ count: refused.length - 50 })}</Text>}
      </Stack>
    </Alert>
  )
}

/** One request for each line, one after the other: a line that is refused stops none of the others. */
function useGrouping() {
  const texts = useTexts('products')
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  const messageOf = useErrorMessage()
  const [share, setShare] = useState<number>()
  const [refused, setRefused] = useState<Refused[]>([])
  const [grouped, setGrouped] = useState<number>()
  const groupOne = async (product_ids: string[]) => {
    if (product_ids.length < 2) return texts.groupListOne
    try {
      await createGroup(store_id, product_ids)
      return undefined
    } catch (error) {
      return messageOf(error)
    }
  }
  const group = async (lines: Line[]) => {
    const without: Refused[] = []
    for (const [index, { line, text, ids }] of lines.entries()) {
      setShare(index / lines.length)
      const reason = await groupOne(ids)
      if (reason !== undefined) without.push({ line, text, reason })
    }
    setShare(undefined)
    setRefused(without)
    setGrouped(lines.length - without.length)
    await queryClient.invalidateQueries({ queryKey: [store_id] })
  }
  return { group, share, refused, grouped }
}

type Line = { line: number; text: string; ids: string[] }

/** The lines that are not empty, and the IDs of each. IDs may be in quotes, as spreadsheets write them. */
function linesOf(list: string): Line[] {
  return list.split(/\r?\n/).flatMap((text, index) => {
    const separator = /[\t;]/.exec(text)?.[0] ?? ','
    const ids = text.split(separator).map(id =>
      id
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"'),
    )
    const named = [...new Set(ids.filter(id => id !== ''))]
    return named.length > 0 ? [{ line: index + 1, text: text.slice(0, 200), ids: named }] : []
  })
}
