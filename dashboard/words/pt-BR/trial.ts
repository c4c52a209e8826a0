import type { words as english } from '../en/trial.ts'
import type { Translation } from '../entries.ts'

export const words = {
  mailOff: 'Nenhum e-mail sai ainda',
  mailOffLead:
    'Não há servidor de e-mail configurado: os convites ficam guardados na caixa de saída e não chegam aos compradores. Peça ao operador que defina SMTP_URL e MAIL_FROM.',
  outbox: 'Abrir a caixa de saída',
  outboxHint:
    'Para ler os e-mails guardados, abra o endereço da caixa de saída que o serviço mostrou ao iniciar.',
  testOrder: 'Enviar um pedido de teste',
  testOrderLead: 'O convite para avaliar vai na hora para {email}.',
  openKept: 'Abrir o e-mail guardado',
  test: 'Teste',
  testLead:
    'Pedido de teste para o e-mail de um membro. A avaliação conta como qualquer outra; você pode removê-la em Avaliações.',
} as const satisfies Translation<typeof english>
