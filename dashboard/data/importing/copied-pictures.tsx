import { Button, List, Text } from '@mantine/core'
import { ErrorAlert } from '../../parts/errors.tsx'
import { useTexts } from '../../words/words.tsx'
import { type ImportJob, useImportAction } from '../query.ts'

/** How far the pictures of imported reviews are copied, and why some are not. */
export function CopiedPictures({ importJob: { id, pictures } }: { importJob: ImportJob }) {
  const texts = useTexts('data').copies
  const action = useImportAction(id)
  if (!pictures) return null
  const { copied, waiting, failed, foreign, problems } = pictures
  const all = copied + waiting + failed
  if (all + foreign === 0) return null
  const why = problems.map(({ problem, status, count, example }) => {
    const name = texts.problems[problem]
    return texts.problem({ problem: status ? `${name} (${status})` : name, count, example })
  })
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.title}
      </Text>
      {all > 0 && (
        <Text size="sm" c="dimmed" role="status">
          {texts.copied({ copied, all })}
          {failed > 0 && ` ${texts.failed({ failed })}`}
          {waiting > 0 && ` ${texts.waiting({ waiting })}`}
        </Text>
      )}
      {failed > 0 && (
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
      <List size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {why.map(reason => (
          <List.Item key={reason}>{reason}</List.Item>
        ))}
        {foreign > 0 && <List.Item>{texts.videos({ count: foreign })}</List.Item>}
      </List>
    </div>
  )
}
