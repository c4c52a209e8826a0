import { Button, Group } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCommonTexts } from '../../words/words.tsx'

/** Loads a list's next page when its end scrolls into view. A button does the same for keyboard users. */
export function LoadMore({
  list: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}) {
  const { common } = useCommonTexts()
  const [end, setEnd] = useState<HTMLDivElement | null>(null)
  useEffect(() => {
    // After an error only the button retries: an automatic retry would repeat endlessly.
    if (!end || isFetchingNextPage || isFetchNextPageError) return
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) void fetchNextPage()
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <Group justify="center" mt="md" ref={setEnd}>
      <Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
        {common.more}
      </Button>
    </Group>
  )
}
