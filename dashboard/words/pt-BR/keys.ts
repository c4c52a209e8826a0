import type { words as english } from '../en/keys.ts'
import type { Translation } from '../entries.ts'

export const words = {
  new: 'Nova chave',
  name: 'Nome',
  unnamed: 'Chave de API',
  endsWith: 'Quatro últimos caracteres',
  expires: 'Expira em',
  expiresHint: 'Deixe vazio para não expirar.',
  create: 'Criar chave',
  created: 'Copie a chave agora: ela não aparece de novo. Se perder, crie outra e revogue esta.',
  done: 'Já guardei',
  madeOn: 'Criada',
  lastUsed: 'Último uso',
  never: 'Nunca',
  active: 'Ativa',
  revoked: 'Revogada',
  expired: 'Expirada',
  rename: 'Renomear',
  renameTitle: 'Renomear chave',
  revoke: 'Revogar',
  revokeTitle: 'Revogar esta chave?',
  revokeLead: 'Requisições com esta chave são recusadas imediatamente. Isto não pode ser desfeito.',
} as const satisfies Translation<typeof english>
