import type { words as english } from '../en/connection-steps.ts'
import type { Translation } from '../entries.ts'

export const words = {
  woocommerce: {
    about: 'Lojas em WordPress. Três minutos, sem plugin.',
    needs: 'um administrador do WordPress, e uma loja cujo endereço começa com https://',
    steps: [
      {
        title: 'Crie uma chave no WordPress',
        clicks: [
          'No WordPress, abra **WooCommerce → Configurações → Avançado → API REST**.',
          'Clique em **Adicionar chave**. Se já há chaves, o botão fica acima da lista.',
          'Em **Descrição**, digite **Realword**. Em **Usuário**, escolha um administrador.',
          'Em **Permissões**, escolha **Leitura/Escrita**. Assim o Realword cria, confere e repara os webhooks sozinho.',
          'Clique em **Gerar chave de API** e deixe essa página aberta: o WordPress mostra as duas chaves só uma vez.',
        ],
      },
      { title: 'Cole aqui o endereço e as duas chaves', clicks: [] },
    ],
  },
  shopify: {
    about: 'Um app só da sua loja. Dez minutos.',
    needs: 'o proprietário da loja, ou a permissão para desenvolver apps',
    steps: [
      {
        title: 'Crie um app na Shopify',
        clicks: [
          'Na Shopify, abra **Configurações → Apps**, depois **Desenvolver apps**, e clique em **Criar apps no Dev Dashboard**. Abre-se outra página, em inglês.',
          'Clique em **Create app**. Em **Start from Dev Dashboard**, digite o nome **Realword** e clique em **Create**.',
          'Na página **Versions**, encontre **Access** e clique em **Select scopes**. Escolha **read_orders**, **read_products**, **read_customers** e **read_fulfillments**: são permissões só de leitura.',
          'Clique em **Release**, e de novo em **Release** na janela.',
          'Abra **Home** do app e clique em **Install app**. Escolha a sua loja e clique em **Instalar**.',
        ],
      },
      {
        title: 'Cole o que o app mostra',
        clicks: [
          'Abra **Settings** do app. Ali estão o **Client ID** e o **Secret**.',
          'Na sua loja, **Configurações → Domínios** mostra o endereço que termina com **.myshopify.com**.',
        ],
      },
    ],
  },
  nuvemshop: {
    about: 'Nuvemshop no Brasil, Tiendanube em outros países. Meia hora.',
    needs: 'a conta do dono da loja, e uma conta gratuita no portal de parceiros',
    steps: [
      {
        title: 'Crie um aplicativo para a sua loja',
        clicks: [
          'Abra o portal de parceiros (**partners.nuvemshop.com.br**) e escolha **Aplicativos**, depois **Criar aplicativo**.',
          'Digite o nome **Realword**. Em distribuição, escolha **Para seus clientes**, e não a loja de aplicativos.',
          'Abra o novo aplicativo e escolha **Editar dados**.',
          'Em **Permissões**, marque a leitura de **Pedidos**, **Produtos** e **Clientes**. Sem **Clientes**, os pedidos vêm sem e-mail, e ninguém é convidado.',
          'Em **URL para redirecionar após a instalação**, cole o endereço abaixo. Salve.',
          'Em **Chaves de acesso**, copie o **App ID** e o **Client Secret** para os campos abaixo.',
        ],
      },
      {
        title: 'Instale o aplicativo na sua loja',
        clicks: [
          'Entre no painel da sua loja neste navegador.',
          'Clique no botão abaixo. A Nuvemshop mostra o que o aplicativo pode ler. Escolha **Aceitar e começar a usar**.',
          'Você volta para cá. Se outra página abrir, copie o endereço inteiro dela para o campo abaixo.',
        ],
      },
      {
        title: 'Para que compradores possam ser esquecidos',
        clicks: [
          'No portal de parceiros, abra o aplicativo de novo e escolha **Editar dados**.',
          'Em **Webhooks LGPD**, cole o endereço do webhook nos três campos: **Store redact**, **Customers redact** e **Customers data request**. Salve.',
        ],
      },
    ],
    redirect: 'Endereço para depois da instalação',
  },
  vtex: {
    about: 'Uma chave que só lê pedidos. Quinze minutos.',
    needs: 'um proprietário da conta VTEX (Owner - Admin Super)',
    steps: [
      {
        title: 'Crie um perfil que só pode ler pedidos',
        clicks: [
          'Na barra superior da VTEX, clique no seu avatar (a inicial do seu e-mail), depois em **Configurações da conta → Perfis de acesso**.',
          'Clique em **Novo perfil** e escolha **Custom**. Dê o nome **Realword**.',
          'Em produto, escolha **OMS**. Marque **View order**, **List Orders** e **Feed v3 and Hook Admin**. Clique em **Salvar**.',
        ],
      },
      {
        title: 'Crie uma chave de API só para o Realword',
        clicks: [
          'Clique de novo no avatar, depois em **Configurações da conta → Chaves de API**.',
          'Clique em **Gerar chave** (contas mais antigas: **Gerenciar minhas chaves**, depois **Gerar nova**). Dê o nome **Realword**.',
          'Adicione o perfil do passo 1 e clique em **Gerar**. Deixe essa página aberta: a VTEX mostra o token só uma vez.',
        ],
      },
      {
        title: 'Cole aqui o endereço, a conta e a chave',
        clicks: ['A conta é o nome no endereço do seu admin: **kaneca** em https://**kaneca**.myvtex.com.'],
      },
    ],
  },
  medusa: {
    about: 'Um plugin para o Medusa 2. Para quem cuida do seu Medusa.',
    needs: 'acesso à pasta e às variáveis do seu Medusa 2.8 ou mais novo, ou uma pessoa que tenha',
    steps: [
      { title: 'Instale o plugin', clicks: ['Na pasta da sua aplicação Medusa, rode este comando:'] },
      {
        title: 'Inclua-o no medusa-config.ts',
        clicks: ['Cole isto em **plugins**. Troque o endereço pelo da sua vitrine.'],
      },
      {
        title: 'Defina as variáveis e reinicie o Medusa',
        clicks: [
          'Inclua estas linhas no arquivo **.env** do Medusa e reinicie-o.',
          'Faça um pedido, ou mude um. Ele aparece no registro desta página em segundos.',
        ],
      },
    ],
  },
  generic: {
    about: 'Qualquer sistema que envie pedidos em JSON. Para quem cuida dele.',
    needs:
      'um sistema que envie JSON para um endereço (em geral chamado de webhook), e um exemplo de pedido, do manual ou do suporte dele',
    steps: [
      {
        title: 'Mostre um pedido da sua loja',
        clicks: ['Cole o JSON que o seu sistema envia para um pedido entregue.'],
      },
      {
        title: 'Diga onde está cada campo',
        clicks: [
          'Um caminho como **buyer.email** leva a um campo. Os caminhos começam onde estão os pedidos, e os de produtos começam em cada produto.',
          'Datas como 20/11/2026 e preços como R$ 1.149,90 precisam de uma expressão. **Encontrar os campos** a escreve para os do seu exemplo.',
        ],
      },
      {
        title: 'Faça a sua loja enviar os pedidos',
        clicks: [
          'No seu sistema, crie um webhook para mudanças de pedidos: ao menos quando um pedido é enviado ou entregue, cancelado ou devolvido.',
          'No endereço, cole o endereço do webhook. Método: **POST**, formato: **JSON**.',
          'Inclua o cabeçalho **X-Realword-Secret** com o segredo.',
          'Envie sempre o pedido inteiro. Se o seu sistema numera as mensagens, envie o número como **Idempotency-Key**.',
        ],
      },
    ],
  },
  manual: {
    title: 'Sem chave',
    lead: 'Os webhooks funcionam também sem chave. Mas os links dos produtos ficam curtos, reembolsos parciais não se distinguem e pedidos perdidos não podem ser buscados.',
    act: 'Conectar sem chave',
    steps: [
      {
        title: 'Crie seis webhooks no WordPress',
        clicks: [
          'Abra **WooCommerce → Configurações → Avançado → Webhooks** e clique em **Adicionar webhook** uma vez para cada tópico.',
          'Nome: **Realword**. Status: **Ativo**. Versão da API: **WP REST API Integration v3**.',
          'Tópico, um em cada: **Pedido criado**, **Pedido atualizado**, **Pedido excluído**, **Pedido restaurado**, **Produto criado**, **Produto atualizado**.',
          'Em **URL de entrega**, cole o endereço do webhook. Em **Segredo**, cole o segredo.',
          'Clique em **Salvar webhook**. O WooCommerce testa o endereço na hora e mostra um erro se ele não responder.',
        ],
      },
    ],
  },
  fields: {
    woocommerce: {
      url: ['Endereço da loja', 'O que os compradores veem, como https://loja.exemplo'],
      key: ['Chave do consumidor (Consumer key)', 'Começa com ck_'],
      token: ['Segredo do consumidor (Consumer secret)', 'Começa com cs_'],
    },
    shopify: {
      url: ['Endereço da loja', 'O que termina com .myshopify.com'],
      key: ['Client ID', 'Em Settings do app'],
      secret: ['Secret', 'Em Settings do app'],
      token: [
        'Token de acesso da API Admin',
        'Deixe vazio. Só um app mais antigo, criado no admin da própria loja, tem um; começa com shpat_',
      ],
    },
    nuvemshop: {
      app_id: ['App ID', 'Só números'],
      secret: ['Client Secret', 'Em Chaves de acesso'],
    },
    vtex: {
      url: ['Endereço da loja', 'O que os compradores veem, como https://www.loja.exemplo'],
      account: ['Nome da conta', 'Como kaneca'],
      key: ['Chave de API', 'Começa com vtexappkey-'],
      token: ['Token de API', 'Aparece uma vez, ao lado da chave'],
    },
    medusa: {},
    generic: {},
  },
} as const satisfies Translation<typeof english>
