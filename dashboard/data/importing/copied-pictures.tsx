import { Button, List, Text } from '@mantine/core'
import { ErrorAlert } from '../../parts/errors.tsx'
import { useTexts } from '../../words/words.tsx'
import { type ImportJob, useImportAction } from '../query.ts'

type Copies = NonNullable<ImportJob['pictures']>

/** How far the pictures of imported reviews are copied, and why some are not. */
export function CopiedPictures({ importJob: { id, pictures } }: { importJob: ImportJob }) {
  const texts = useTexts('data').copies
  const action = useImportAction(id)
  if (!pictures || pictures.copied + pictures.waiting + pictures.failed + pictures.foreign === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.title}
      </Text>
      <Counts {...pictures} />
      {pictures.failed > 0 && (
        <Button
          variant="default"
          size="xs"
          my="xs"
          loading={action.isPending}
          onClick={() => action.mutate({ action: 'pictures' })}
        >
          {texts.again}
        </Button>
      )}
      <ErrorAlert error={action.error} />
      <Problems {...pictures} />
    </div>
  )
}

function Counts({ copied, waiting, failed }: Copies) {
  const texts = useTexts('data').copies
  const all = copied + waiting + failed
  if (all === 0) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {texts.copied({ copied, all })}
      {failed > 0 && ` ${texts.failed({ failed })}`}
      {waiting > 0 && ` ${texts.waiting({ waiting })}`}
    </Text>
  )
}

function Problems({ problems, foreign }: Copies) {
  const texts = useTexts('data').copies
  const why = problems.map(({ problem, status, count, example }) => {
    const name = texts.problems[problem]
    return texts.problem({ problem: status ? `${name} (${status})` : name, count, example })
  })
  return (
    <List size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {why.map(reason => (
        <List.Item key={reason}>{reason}</List.Item>
      ))}
      {foreign > 0 && <List.Item>{texts.videos({ count: foreign })}</List.Item>}
    </List>
  )
}
