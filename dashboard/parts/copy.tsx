import { Button, CopyButton } from '@mantine/core'
import { useWords } from '../words/words.tsx'

/** Copies a value, and says so. `what` tells several of them apart to who does not see them. */
export function Copy({ value, what }: { value: string; what?: string }) {
  const { common } = useWords()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const label = copied ? common.copied : common.copy
        return (
          <Button
            variant="default"
            size="xs"
            miw={84}
            flex="none"
            onClick={copy}
            aria-label={what && `${label}: ${what}`}
          >
            {label}
          </Button>
        )
      }}
    </CopyButton>
  )
}
