import type { FindingName } from '../../server/widgets/widget-check-schemas.ts'
import type { Texts } from './words.tsx'

/** What was found, and what to do about it; `{name}` is a value of the finding. */
type Sentences = Record<FindingName, [says: string, mend?: string]>

const en: Sentences = {
  page_read: ['The page answers.'],
  page_status: [
    'The page answers with status {status}.',
    'Open it in a private window: check the address, and that the product is published.',
  ],
  page_password: [
    'The page asks for a password or refuses robots (status {status}).',
    'Check it once the shop is open to everybody, or allow visitors whose browser is called “Realword widget check”.',
  ],
  page_redirect: ['The page sends visitors on to {to}.', 'Check that address instead.'],
  page_type: ['There is no web page at this address, but {type}.', 'Enter the address of a product’s page.'],
  page_large: [
    'The page is larger than 2 MB and was not read to its end.',
    'Check another page of the shop, or make this one smaller: buyers wait for it too.',
  ],
  page_slow: [
    'The page took longer than 15 seconds.',
    'Try again in a while. If it stays so slow, ask whoever hosts the shop.',
  ],
  page_name: [
    'There is no address called {host}.',
    'Check how it is spelled. A new domain may take some hours until it is known.',
  ],
  page_private: [
    '{host} is inside a private network, where nothing is fetched from.',
    'Check a page that everybody can open.',
  ],
  page_port: [
    'Pages are fetched from the usual ports only, not from {host}.',
    'Check the shop’s public address.',
  ],
  page_unreachable: [
    'The server of the page cannot be reached ({detail}).',
    'Open the page in your browser. If it works there, a firewall may keep us out.',
  ],
  page_certificate: [
    'The certificate of the page is not valid ({detail}).',
    'Browsers warn of it too: ask whoever hosts the shop to renew it.',
  ],
  page_unreadable: [
    'What the server answered cannot be read ({detail}).',
    'Ask whoever hosts the shop: the answer is no HTTP, or is packed in an unusual way.',
  ],
  script_found: ['The script is on the page.'],
  script_missing: [
    'The script is not on the page.',
    'Paste the first piece of the code into the head of the page: {expected}',
  ],
  script_elsewhere: ['The script comes from another address: {found}', 'Use this one: {expected}'],
  script_classic: [
    'The script has no type="module", so browsers refuse it.',
    'Write <script type="module" …>. It needs neither async nor defer: modules never hold up a page.',
  ],
  script_insecure: [
    'The page is https and the script is http: browsers block it.',
    'The service needs an https address. Ask its operator to set PUBLIC_URL, then copy the code again.',
  ],
  script_integrity: [
    'The integrity on the script names another version: browsers refuse it.',
    'Take the attribute away, or set it to {expected}',
  ],
  script_blocked: [
    'The page’s own security policy ({directive}) blocks the script.',
    'Add {expected} to {directive}.',
  ],
  script_twice: ['The script is on the page {count} times.', 'Leave one. The others only cost time.'],
  reads_blocked: [
    'The page’s security policy ({directive}) keeps the widgets from reading reviews.',
    'Add {expected} to connect-src.',
  ],
  types_blocked: [
    'The page demands Trusted Types and does not allow ours.',
    'Add lit-html to trusted-types.',
  ],
  pictures_blocked: [
    'The page’s security policy ({directive}) blocks the buyers’ pictures.',
    'Add {expected} to img-src.',
  ],
  frame_blocked: [
    'The page’s security policy ({directive}) blocks the form for questions.',
    'Add {expected} to frame-src.',
  ],
  store_right: ['Store and key are this store’s.'],
  store_missing: ['A widget does not say which store it belongs to.', 'Add data-store-id="{expected}".'],
  store_other: ['The code names another store: {found}', 'Use data-store-id="{expected}".'],
  key_missing: ['A widget has no store key.', 'Add data-store-key="{expected}".'],
  key_other: ['The code has the key of another store: {found}', 'Use data-store-key="{expected}".'],
  key_secret: [
    'Your secret API key ({found}) stands on the page, where everybody can read it.',
    'Take it away and revoke it at once under Settings, Connection. Pages need the store key only.',
  ],
  origin_any: ['Any page may show the reviews: the store lists no origins.'],
  origin_listed: ['The store allows {origin}.'],
  origin_refused: [
    'The store does not allow {origin}: browsers keep the reviews from the page.',
    'Add {origin} under Settings, Connection.',
  ],
  widgets_found: ['On the page: {widgets}'],
  widgets_missing: [
    'There is no widget in what the server sends.',
    'Paste the elements where they shall appear. If a script adds them later, check by hand as described below.',
  ],
  product_missing: ['A {widget} names no product.', 'Add data-product-id or data-product-sku.'],
  product_both: [
    'A {widget} has data-product-id and data-product-sku, and so shows nothing.',
    'Leave one of them.',
  ],
  product_template: [
    'The product’s id was not filled in: {products}',
    'The template’s variable is not known in this place. Look into the code for your platform for the right one.',
  ],
  product_is_sku: ['{products}: this is a SKU, not a product’s id.', 'Use data-product-sku for it.'],
  sku_is_product: ['{products}: this is a product’s id, not a SKU.', 'Use data-product-id for it.'],
  product_unknown: [
    'The store has no product {products}.',
    'The ids on the page must be those that orders and products are sent with. It appears here with its first order.',
  ],
  product_unreviewed: ['Nobody has reviewed {products} yet. Stars appear with the first review.'],
  products_known: ['The store knows the products: {products}'],
  attribute_unknown: ['{widget} has an attribute it does not know: {attribute}', 'It knows: {expected}'],
  attribute_value: ['{attribute} of {widget} cannot be “{found}”.', 'Copy the element from the code again.'],
  structured_found: ['Search engines find the rating in the page’s structured data.'],
  structured_twice: [
    '{count} products on the page give a rating to search engines, which then trust none.',
    'Leave one: switch off the ratings of the theme or of another app.',
  ],
  structured_broken: [
    'Structured data on the page is no valid JSON, so search engines ignore it.',
    'Ask whoever made the theme to repair it.',
  ],
  structured_missing: [
    'Search engines learn no rating from this page.',
    'To have stars in results, let the shop’s server put /api/v1/structured-data.json into the page.',
  ],
  language_missing: [
    'The page does not say its language, so widgets follow the visitor’s browser.',
    'Write it on the html element: <html lang="pt-BR">.',
  ],
  seen_later: [
    'Code that a script adds later (a tag manager, a shop built in the browser) cannot be seen from here.',
    'Check by hand: open the page in Chrome, press F12, choose Console, enter document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — it should not be 0 — and look for lines that begin with “Realword:”.',
  ],
}

const ptBR: Sentences = {
  page_read: ['A página responde.'],
  page_status: [
    'A página responde com o status {status}.',
    'Abra em uma janela anônima: confira o endereço e se o produto está publicado.',
  ],
  page_password: [
    'A página pede uma senha ou recusa robôs (status {status}).',
    'Verifique quando a loja estiver aberta a todos, ou permita visitantes cujo navegador se chama “Realword widget check”.',
  ],
  page_redirect: ['A página encaminha os visitantes para {to}.', 'Verifique esse endereço.'],
  page_type: ['Neste endereço não há uma página, mas {type}.', 'Informe o endereço da página de um produto.'],
  page_large: [
    'A página tem mais de 2 MB e não foi lida até o fim.',
    'Verifique outra página da loja, ou reduza esta: os compradores também esperam por ela.',
  ],
  page_slow: [
    'A página levou mais de 15 segundos.',
    'Tente de novo daqui a pouco. Se continuar lenta, fale com quem hospeda a loja.',
  ],
  page_name: [
    'Não existe o endereço {host}.',
    'Confira a grafia. Um domínio novo pode levar algumas horas até ser conhecido.',
  ],
  page_private: [
    '{host} fica em uma rede privada, de onde nada é lido.',
    'Verifique uma página que todos possam abrir.',
  ],
  page_port: [
    'Páginas são lidas só das portas usuais, não de {host}.',
    'Verifique o endereço público da loja.',
  ],
  page_unreachable: [
    'Não foi possível chegar ao servidor da página ({detail}).',
    'Abra a página no navegador. Se ali funcionar, um firewall pode estar nos barrando.',
  ],
  page_certificate: [
    'O certificado da página não é válido ({detail}).',
    'Os navegadores também avisam: peça a quem hospeda a loja para renová-lo.',
  ],
  page_unreadable: [
    'Não foi possível ler a resposta do servidor ({detail}).',
    'Fale com quem hospeda a loja: a resposta não é HTTP ou está compactada de forma incomum.',
  ],
  script_found: ['O script está na página.'],
  script_missing: [
    'O script não está na página.',
    'Cole a primeira parte do código no head da página: {expected}',
  ],
  script_elsewhere: ['O script vem de outro endereço: {found}', 'Use este: {expected}'],
  script_classic: [
    'O script está sem type="module", e os navegadores o recusam.',
    'Escreva <script type="module" …>. Não precisa de async nem defer: módulos nunca atrasam a página.',
  ],
  script_insecure: [
    'A página é https e o script é http: os navegadores o bloqueiam.',
    'O serviço precisa de um endereço https. Peça ao operador para definir PUBLIC_URL e copie o código de novo.',
  ],
  script_integrity: [
    'O integrity do script é de outra versão: os navegadores o recusam.',
    'Retire o atributo ou use {expected}',
  ],
  script_blocked: [
    'A política de segurança da própria página ({directive}) bloqueia o script.',
    'Inclua {expected} em {directive}.',
  ],
  script_twice: ['O script está {count} vezes na página.', 'Deixe um só. Os outros apenas custam tempo.'],
  reads_blocked: [
    'A política de segurança da página ({directive}) impede os widgets de ler as avaliações.',
    'Inclua {expected} em connect-src.',
  ],
  types_blocked: [
    'A página exige Trusted Types e não permite os nossos.',
    'Inclua lit-html em trusted-types.',
  ],
  pictures_blocked: [
    'A política de segurança da página ({directive}) bloqueia as fotos dos compradores.',
    'Inclua {expected} em img-src.',
  ],
  frame_blocked: [
    'A política de segurança da página ({directive}) bloqueia o formulário de perguntas.',
    'Inclua {expected} em frame-src.',
  ],
  store_right: ['A loja e a chave são desta loja.'],
  store_missing: ['Um widget não diz de qual loja é.', 'Inclua data-store-id="{expected}".'],
  store_other: ['O código indica outra loja: {found}', 'Use data-store-id="{expected}".'],
  key_missing: ['Um widget está sem a chave da loja.', 'Inclua data-store-key="{expected}".'],
  key_other: ['O código tem a chave de outra loja: {found}', 'Use data-store-key="{expected}".'],
  key_secret: [
    'A sua chave de API secreta ({found}) está na página, onde todos podem lê-la.',
    'Retire-a e revogue-a já em Configurações, Conexão. As páginas só precisam da chave da loja.',
  ],
  origin_any: ['Qualquer página pode mostrar as avaliações: a loja não lista origens.'],
  origin_listed: ['A loja permite {origin}.'],
  origin_refused: [
    'A loja não permite {origin}: os navegadores escondem as avaliações da página.',
    'Inclua {origin} em Configurações, Conexão.',
  ],
  widgets_found: ['Na página: {widgets}'],
  widgets_missing: [
    'Não há widget no que o servidor envia.',
    'Cole os elementos onde devem aparecer. Se um script os inclui depois, verifique manualmente como descrito abaixo.',
  ],
  product_missing: ['Um {widget} não indica o produto.', 'Inclua data-product-id ou data-product-sku.'],
  product_both: [
    'Um {widget} tem data-product-id e data-product-sku, e por isso não mostra nada.',
    'Deixe só um deles.',
  ],
  product_template: [
    'O id do produto não foi preenchido: {products}',
    'A variável do template não é conhecida neste lugar. Veja a correta no código da sua plataforma.',
  ],
  product_is_sku: ['{products}: isto é um SKU, não o id de um produto.', 'Use data-product-sku para ele.'],
  sku_is_product: ['{products}: isto é o id de um produto, não um SKU.', 'Use data-product-id para ele.'],
  product_unknown: [
    'A loja não tem o produto {products}.',
    'Os ids da página precisam ser os mesmos dos pedidos e produtos enviados. Ele aparece aqui com o primeiro pedido.',
  ],
  product_unreviewed: ['Ninguém avaliou {products} ainda. As estrelas aparecem com a primeira avaliação.'],
  products_known: ['A loja conhece os produtos: {products}'],
  attribute_unknown: ['{widget} tem um atributo que não conhece: {attribute}', 'Ele conhece: {expected}'],
  attribute_value: ['{attribute} de {widget} não pode ser “{found}”.', 'Copie o elemento do código de novo.'],
  structured_found: ['Os buscadores encontram a nota nos dados estruturados da página.'],
  structured_twice: [
    '{count} produtos da página informam uma nota aos buscadores, que então não confiam em nenhuma.',
    'Deixe uma só: desligue as notas do tema ou de outro aplicativo.',
  ],
  structured_broken: [
    'Há dados estruturados na página que não são JSON válido, e os buscadores os ignoram.',
    'Peça a quem fez o tema para corrigi-los.',
  ],
  structured_missing: [
    'Os buscadores não ficam sabendo de nenhuma nota por esta página.',
    'Para ter estrelas nos resultados, faça o servidor da loja incluir /api/v1/structured-data.json na página.',
  ],
  language_missing: [
    'A página não diz o seu idioma, e os widgets seguem o navegador do visitante.',
    'Escreva no elemento html: <html lang="pt-BR">.',
  ],
  seen_later: [
    'O código que um script inclui depois (gerenciador de tags, loja montada no navegador) não pode ser visto daqui.',
    'Verifique manualmente: abra a página no Chrome, tecle F12, escolha Console, digite document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — não deve dar 0 — e procure linhas que começam com “Realword:”.',
  ],
}

const es: Sentences = {
  page_read: ['La página responde.'],
  page_status: [
    'La página responde con el estado {status}.',
    'Ábrela en una ventana privada: comprueba la dirección y que el producto esté publicado.',
  ],
  page_password: [
    'La página pide una contraseña o rechaza robots (estado {status}).',
    'Compruébala cuando la tienda esté abierta a todos, o permite visitantes cuyo navegador se llame «Realword widget check».',
  ],
  page_redirect: ['La página lleva a los visitantes a {to}.', 'Comprueba esa dirección.'],
  page_type: [
    'En esta dirección no hay una página, sino {type}.',
    'Indica la dirección de la página de un producto.',
  ],
  page_large: [
    'La página pesa más de 2 MB y no se leyó hasta el final.',
    'Comprueba otra página de la tienda, o reduce esta: los compradores también la esperan.',
  ],
  page_slow: [
    'La página tardó más de 15 segundos.',
    'Inténtalo dentro de un rato. Si sigue lenta, pregunta a quien aloja la tienda.',
  ],
  page_name: [
    'No existe la dirección {host}.',
    'Comprueba cómo se escribe. Un dominio nuevo puede tardar unas horas en conocerse.',
  ],
  page_private: [
    '{host} está en una red privada, de donde no se lee nada.',
    'Comprueba una página que todos puedan abrir.',
  ],
  page_port: [
    'Las páginas se leen solo de los puertos habituales, no de {host}.',
    'Comprueba la dirección pública de la tienda.',
  ],
  page_unreachable: [
    'No se puede llegar al servidor de la página ({detail}).',
    'Abre la página en tu navegador. Si ahí funciona, quizá un cortafuegos nos deja fuera.',
  ],
  page_certificate: [
    'El certificado de la página no es válido ({detail}).',
    'Los navegadores también avisan: pide a quien aloja la tienda que lo renueve.',
  ],
  page_unreadable: [
    'No se puede leer lo que respondió el servidor ({detail}).',
    'Pregunta a quien aloja la tienda: la respuesta no es HTTP o viene comprimida de forma inusual.',
  ],
  script_found: ['El script está en la página.'],
  script_missing: [
    'El script no está en la página.',
    'Pega la primera parte del código en el head de la página: {expected}',
  ],
  script_elsewhere: ['El script viene de otra dirección: {found}', 'Usa esta: {expected}'],
  script_classic: [
    'El script no lleva type="module", y los navegadores lo rechazan.',
    'Escribe <script type="module" …>. No necesita async ni defer: los módulos nunca frenan la página.',
  ],
  script_insecure: [
    'La página es https y el script es http: los navegadores lo bloquean.',
    'El servicio necesita una dirección https. Pide al operador que defina PUBLIC_URL y copia el código de nuevo.',
  ],
  script_integrity: [
    'El integrity del script es de otra versión: los navegadores lo rechazan.',
    'Quita el atributo o usa {expected}',
  ],
  script_blocked: [
    'La política de seguridad de la propia página ({directive}) bloquea el script.',
    'Añade {expected} a {directive}.',
  ],
  script_twice: ['El script está {count} veces en la página.', 'Deja uno. Los demás solo cuestan tiempo.'],
  reads_blocked: [
    'La política de seguridad de la página ({directive}) impide que los widgets lean las opiniones.',
    'Añade {expected} a connect-src.',
  ],
  types_blocked: [
    'La página exige Trusted Types y no permite los nuestros.',
    'Añade lit-html a trusted-types.',
  ],
  pictures_blocked: [
    'La política de seguridad de la página ({directive}) bloquea las fotos de los compradores.',
    'Añade {expected} a img-src.',
  ],
  frame_blocked: [
    'La política de seguridad de la página ({directive}) bloquea el formulario de preguntas.',
    'Añade {expected} a frame-src.',
  ],
  store_right: ['La tienda y la clave son de esta tienda.'],
  store_missing: ['Un widget no dice de qué tienda es.', 'Añade data-store-id="{expected}".'],
  store_other: ['El código nombra otra tienda: {found}', 'Usa data-store-id="{expected}".'],
  key_missing: ['Un widget no tiene la clave de la tienda.', 'Añade data-store-key="{expected}".'],
  key_other: ['El código tiene la clave de otra tienda: {found}', 'Usa data-store-key="{expected}".'],
  key_secret: [
    'Tu clave de API secreta ({found}) está en la página, donde todos pueden leerla.',
    'Quítala y revócala ya en Ajustes, Conexión. Las páginas solo necesitan la clave de la tienda.',
  ],
  origin_any: ['Cualquier página puede mostrar las opiniones: la tienda no lista orígenes.'],
  origin_listed: ['La tienda permite {origin}.'],
  origin_refused: [
    'La tienda no permite {origin}: los navegadores ocultan las opiniones a la página.',
    'Añade {origin} en Ajustes, Conexión.',
  ],
  widgets_found: ['En la página: {widgets}'],
  widgets_missing: [
    'No hay ningún widget en lo que envía el servidor.',
    'Pega los elementos donde deban aparecer. Si un script los añade después, compruébalo a mano como se describe abajo.',
  ],
  product_missing: ['Un {widget} no nombra ningún producto.', 'Añade data-product-id o data-product-sku.'],
  product_both: [
    'Un {widget} tiene data-product-id y data-product-sku, y por eso no muestra nada.',
    'Deja solo uno.',
  ],
  product_template: [
    'El id del producto no se rellenó: {products}',
    'La variable de la plantilla no se conoce en este lugar. Mira la correcta en el código de tu plataforma.',
  ],
  product_is_sku: ['{products}: esto es un SKU, no el id de un producto.', 'Usa data-product-sku para él.'],
  sku_is_product: ['{products}: esto es el id de un producto, no un SKU.', 'Usa data-product-id para él.'],
  product_unknown: [
    'La tienda no tiene el producto {products}.',
    'Los ids de la página deben ser los mismos con que se envían pedidos y productos. Aparece aquí con su primer pedido.',
  ],
  product_unreviewed: [
    'Nadie ha opinado sobre {products} todavía. Las estrellas aparecen con la primera opinión.',
  ],
  products_known: ['La tienda conoce los productos: {products}'],
  attribute_unknown: ['{widget} tiene un atributo que no conoce: {attribute}', 'Conoce: {expected}'],
  attribute_value: [
    '{attribute} de {widget} no puede ser «{found}».',
    'Copia el elemento del código de nuevo.',
  ],
  structured_found: ['Los buscadores encuentran la nota en los datos estructurados de la página.'],
  structured_twice: [
    '{count} productos de la página dan una nota a los buscadores, que entonces no confían en ninguna.',
    'Deja una: apaga las notas del tema o de otra aplicación.',
  ],
  structured_broken: [
    'Hay datos estructurados en la página que no son JSON válido, y los buscadores los ignoran.',
    'Pide a quien hizo el tema que los repare.',
  ],
  structured_missing: [
    'Los buscadores no conocen ninguna nota por esta página.',
    'Para tener estrellas en los resultados, haz que el servidor de la tienda incluya /api/v1/structured-data.json en la página.',
  ],
  language_missing: [
    'La página no dice su idioma, y los widgets siguen al navegador del visitante.',
    'Escríbelo en el elemento html: <html lang="es">.',
  ],
  seen_later: [
    'El código que un script añade después (un gestor de etiquetas, una tienda hecha en el navegador) no se ve desde aquí.',
    'Compruébalo a mano: abre la página en Chrome, pulsa F12, elige Console, escribe document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — no debe dar 0 — y busca líneas que empiecen por «Realword:».',
  ],
}

export const findingTexts: Texts<Sentences> = { en, 'pt-BR': ptBR, es }
