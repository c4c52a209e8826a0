import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { useCommonTexts } from '../words/words.tsx'

export function NotFound() {
  const { common } = useCommonTexts()
  return (
    <Stack align="flex-start" maw={480} mx="auto" my="xl" px="md">
      <Title order={1} size="h2">
        {common.notFound}
      </Title>
      <Text c="dimmed">{common.notFoundLead}</Text>
      <Button component={Link} to="/" variant="default">
        {common.home}
      </Button>
    </Stack>
  )
}
