import { Box, Center, Paper, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Brand } from '../parts/brand.tsx'

/** The card around the forms for signing in, on an otherwise empty page. */
export function AuthCard({ children, width = 400 }: { children: ReactNode; width?: number }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={width} gap="lg">
        <Box mx="auto">
          <Brand />
        </Box>
        <Paper withBorder radius="lg" p={{ base: 'lg', sm: 'xl' }} shadow="xs">
          {children}
        </Paper>
      </Stack>
    </Center>
  )
}
