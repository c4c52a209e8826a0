import { Stack } from '@mantine/core'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { SectionList } from '../parts/layout/section.tsx'
import { useTexts } from '../words/words.tsx'
import { OperatorKeys } from './keys.tsx'
import { Operators } from './operators.tsx'

/** Who may operate the installation: users and keys. */
export function OperatorAccess() {
  const { access } = useTexts('operator')
  return (
    <Stack gap="lg">
      <PageHeader title={access.title} lead={access.lead} hidesTimeZone />
      <SectionList>
        <Operators />
        <OperatorKeys />
      </SectionList>
    </Stack>
  )
}
