/**
 * Rules of the request bodies, made from ../../openapi.json by `npm run generate`. Members without a rule are left out.
 */
import * as v from "valibot";

export const AddEntryBody = /* @__PURE__ */ v.object({
  quantity: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999))),
});

export const AdjustBody = /* @__PURE__ */ v.object({
  delta: v.pipe(v.number(), v.integer(), v.minValue(-999999999), v.maxValue(999999999)),
  reason: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  idempotencyKey: v.pipe(v.string(), v.minLength(8), v.maxLength(100)),
});

export const AnnotationBody = /* @__PURE__ */ v.object({
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

export const AssetBody = /* @__PURE__ */ v.object({
  altText: v.pipe(v.string(), v.maxLength(300)),
  filename: v.nullish(v.pipe(v.string(), v.minLength(1))),
  title: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  body: v.nullish(v.pipe(v.string(), v.maxLength(2000))),
});

export const AssetFolderBody = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
});

export const CancelBody = /* @__PURE__ */ v.object({
  reason: v.nullish(v.pipe(v.string(), v.maxLength(500))),
});

export const CategoryBody = /* @__PURE__ */ v.object({
  displayName: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(25))),
});

export const CollectionBody = /* @__PURE__ */ v.object({
  navigationTitle: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  description: v.nullish(v.pipe(v.string(), v.maxLength(2000))),
});

export const CommentChange = /* @__PURE__ */ v.object({
  text: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(5000))),
});

export const CommentReply = /* @__PURE__ */ v.object({
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(5000)),
});

export const DiscountBody = /* @__PURE__ */ v.object({
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  code: v.nullish(v.pipe(v.string(), v.minLength(3), v.maxLength(40))),
  rateBasisPoints: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10000))),
  amountCents: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99999999999))),
  targetIds: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(500))),
  minimumSubtotalCents: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99999999999))),
  usageLimit: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999999999))),
  customers: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(1000))),
});

export const DonationBody = /* @__PURE__ */ v.object({
  amountCents: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

export const DonationTerms = /* @__PURE__ */ v.object({
  suggestedCents: v.pipe(v.array(v.unknown()), v.maxLength(12)),
  leastCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99999999999)),
  mostCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99999999999)),
});

export const EmailText = /* @__PURE__ */ v.object({
  subject: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  heading: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  opening: v.pipe(v.string(), v.maxLength(4000)),
  closing: v.pipe(v.string(), v.maxLength(4000)),
});

export const PiecesBody = /* @__PURE__ */ v.object({
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export const FulfillBody = /* @__PURE__ */ v.object({
  items: v.nullish(v.array(PiecesBody)),
  trackingNumber: v.nullish(v.pipe(v.string(), v.maxLength(100))),
  carrier: v.nullish(v.pipe(v.string(), v.maxLength(100))),
  trackingUrl: v.nullish(v.pipe(v.string(), v.maxLength(500), v.regex(/^https?:\/\/\S+$/u))),
});

export const HeaderLogo = /* @__PURE__ */ v.object({
  altText: v.pipe(v.string(), v.maxLength(300)),
  mobileHeight: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(400))),
  desktopHeight: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(400))),
});

export const HeaderButton = /* @__PURE__ */ v.object({
  label: v.pipe(v.string(), v.maxLength(40)),
  url: v.pipe(v.string(), v.maxLength(2000)),
});

export const AnnouncementLink = /* @__PURE__ */ v.object({
  url: v.pipe(v.string(), v.maxLength(2000)),
});

export const AnnouncementBar = /* @__PURE__ */ v.object({
  text: v.pipe(v.string(), v.maxLength(300)),
  link: v.nullish(AnnouncementLink),
});

export const PopupPicture = /* @__PURE__ */ v.object({
  altText: v.pipe(v.string(), v.maxLength(300)),
});

export const PopupButton = /* @__PURE__ */ v.object({
  label: v.pipe(v.string(), v.maxLength(60)),
  url: v.pipe(v.string(), v.maxLength(2000)),
});

export const PopupNewsletter = /* @__PURE__ */ v.object({
  mailingList: v.pipe(v.string(), v.maxLength(80)),
  submitButtonText: v.pipe(v.string(), v.maxLength(40)),
  successMessage: v.pipe(v.string(), v.maxLength(300)),
  disclaimer: v.pipe(v.string(), v.maxLength(500)),
});

export const PopupPages = /* @__PURE__ */ v.object({
  ids: v.pipe(v.array(v.unknown()), v.maxLength(200)),
});

export const PopupOverlay = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.maxLength(100)),
  text: v.pipe(v.string(), v.maxLength(1000)),
  picture: v.nullish(PopupPicture),
  button: PopupButton,
  newsletter: PopupNewsletter,
  seconds: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(300)),
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  days: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(365)),
  pages: v.nullish(PopupPages),
});

export const HeaderSettings = /* @__PURE__ */ v.object({
  logo: HeaderLogo,
  button: HeaderButton,
  announcementBar: AnnouncementBar,
  popupOverlay: PopupOverlay,
});

export const FooterLink = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  url: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
});

export const FooterSection = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.maxLength(100)),
  text: v.pipe(v.string(), v.maxLength(2000)),
  links: v.nullish(v.pipe(v.array(FooterLink), v.maxLength(20))),
  altText: v.nullish(v.pipe(v.string(), v.maxLength(300))),
  url: v.nullish(v.pipe(v.string(), v.maxLength(2000))),
  width: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(1600))),
  mailingList: v.nullish(v.pipe(v.string(), v.maxLength(80))),
  submitButtonText: v.nullish(v.pipe(v.string(), v.maxLength(40))),
  successMessage: v.nullish(v.pipe(v.string(), v.maxLength(300))),
  disclaimer: v.nullish(v.pipe(v.string(), v.maxLength(500))),
});

export const FooterSettings = /* @__PURE__ */ v.object({
  sections: v.pipe(v.array(FooterSection), v.maxLength(8)),
});

export const HeaderFooterChange = /* @__PURE__ */ v.object({
  header: HeaderSettings,
  footer: FooterSettings,
});

export const ItemLocation = /* @__PURE__ */ v.object({
  addressTitle: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  addressLine1: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  addressLine2: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  addressCountry: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  mapLat: v.nullish(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  mapLng: v.nullish(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
});

export const ItemChange = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  urlId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  excerpt: v.nullish(v.pipe(v.string(), v.maxLength(5000))),
  author: v.nullish(v.pipe(v.string(), v.maxLength(100))),
  tags: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
  categories: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
  externalLink: v.nullish(v.pipe(v.string(), v.maxLength(1000))),
  location: v.nullish(ItemLocation),
  seoTitle: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  seoDescription: v.nullish(v.pipe(v.string(), v.maxLength(400))),
});

export const LevelBody = /* @__PURE__ */ v.object({
  qtyInStock: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999999999)),
  reason: v.nullish(v.pipe(v.string(), v.maxLength(200))),
});

export const LoadRunCheck = /* @__PURE__ */ v.object({
  confirmedOrders: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(1000))),
});

export const LoadTestPermission = /* @__PURE__ */ v.object({
  maxCallsPerSecond: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100000)),
});

export const MailingListBody = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
});

export const ExternalLink = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.maxLength(100)),
  url: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
});

export const NavigationItem = /* @__PURE__ */ v.object({
  externalLink: v.nullish(ExternalLink),
  title: v.nullish(v.pipe(v.string(), v.maxLength(100))),
});

export const NavigationItems = /* @__PURE__ */ v.object({
  items: v.array(NavigationItem),
});

export const NavigationUpdate = /* @__PURE__ */ v.object({
  navigation: NavigationItems,
});

export const NewAccountBody = /* @__PURE__ */ v.object({
  password: v.pipe(v.string(), v.minLength(10), v.maxLength(256)),
});

export const NewCategoryBody = /* @__PURE__ */ v.object({
  displayName: v.pipe(v.string(), v.minLength(1), v.maxLength(25)),
});

export const NewExperimentVariant = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.regex(/^[a-z0-9-]+$/u)),
  weight: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  text: v.nullish(v.pipe(v.string(), v.maxLength(2000))),
});

export const NewExperiment = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.regex(/^[a-z0-9-]+$/u)),
  element: v.nullish(v.pipe(v.string(), v.maxLength(2000))),
  setting: v.nullish(v.pipe(v.string(), v.maxLength(2000))),
  goalValue: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  variants: v.array(NewExperimentVariant),
});

export const NewItem = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  urlId: v.nullish(v.pipe(v.string(), v.maxLength(100))),
});

export const NewLoadRun = /* @__PURE__ */ v.object({
  key: v.pipe(v.string(), v.maxLength(200)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.regex(/^[a-z0-9-]+$/u)),
  profile: v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.regex(/^[a-z0-9-]+$/u)),
  seconds: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(259200)),
});

export const NewPage = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  urlId: v.nullish(v.pipe(v.string(), v.maxLength(100))),
});

export const NewPreviewLink = /* @__PURE__ */ v.object({
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(90)),
});

export const Scarcity = /* @__PURE__ */ v.object({
  text: v.nullish(v.pipe(v.string(), v.maxLength(120))),
});

export const AdditionalField = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(120)),
  options: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
});

export const VariantBody = /* @__PURE__ */ v.object({
  sku: v.nullish(v.pipe(v.string(), v.maxLength(60))),
  priceCents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99999999999)),
  salePriceCents: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99999999999))),
  weightGrams: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100000000)),
});

export const NewProductBody = /* @__PURE__ */ v.object({
  name: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  tags: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
  categories: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
  imageIds: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(30))),
  customAddButtonText: v.nullish(v.pipe(v.string(), v.maxLength(60))),
  customSoldOutText: v.nullish(v.pipe(v.string(), v.maxLength(60))),
  seoTitle: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  seoDescription: v.nullish(v.pipe(v.string(), v.maxLength(400))),
  relatedProductIds: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(12))),
  scarcity: v.nullish(Scarcity),
  additionalFields: v.nullish(v.pipe(v.array(AdditionalField), v.maxLength(20))),
  variantOptionOrdering: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(6))),
  variants: v.nullish(v.pipe(v.array(VariantBody), v.minLength(1), v.maxLength(250))),
});

export const NewRedirect = /* @__PURE__ */ v.object({
  source: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  target: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
});

export const NewReviewComment = /* @__PURE__ */ v.object({
  body: v.pipe(v.string(), v.maxLength(2000)),
});

export const SectionBackground = /* @__PURE__ */ v.object({
  x: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  y: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  overlay: v.pipe(v.number(), v.integer(), v.minValue(55), v.maxValue(90)),
});

export const SectionSettings = /* @__PURE__ */ v.object({
  background: v.nullish(SectionBackground),
});

export const RowOnDevice = /* @__PURE__ */ v.object({
  spans: v.nullish(v.array(v.pipe(v.number(), v.integer(), v.minValue(0)))),
});

export const RowDevices = /* @__PURE__ */ v.object({
  desktop: v.nullish(RowOnDevice),
  tablet: v.nullish(RowOnDevice),
  phone: v.nullish(RowOnDevice),
});

export const Column = /* @__PURE__ */ v.object({
  span: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
});

export const Row = /* @__PURE__ */ v.object({
  devices: v.nullish(RowDevices),
  columns: v.array(Column),
});

export const Section = /* @__PURE__ */ v.object({
  settings: SectionSettings,
  rows: v.array(Row),
});

export const NewSavedSection = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.maxLength(80)),
  section: Section,
});

export const NewSiteBody = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  identifier: v.pipe(v.string(), v.minLength(3), v.maxLength(40), v.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/u)),
});

export const NewVisitorComment = /* @__PURE__ */ v.object({
  filledInMs: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export const NoteBody = /* @__PURE__ */ v.object({
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
});

export const OneItemBody = /* @__PURE__ */ v.object({
  qty: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999))),
});

export const OrderTagBody = /* @__PURE__ */ v.object({
  tag: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
});

export const Document = /* @__PURE__ */ v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sections: v.array(Section),
});

export const PageBody = /* @__PURE__ */ v.object({
  document: Document,
});

export const PageSettingsChange = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  navigationTitle: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  urlId: v.pipe(v.string(), v.maxLength(100)),
  description: v.nullish(v.pipe(v.string(), v.maxLength(2000))),
  seoTitle: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  seoDescription: v.nullish(v.pipe(v.string(), v.maxLength(400))),
  head: v.nullish(v.pipe(v.string(), v.maxLength(4000))),
  password: v.nullish(v.pipe(v.string(), v.minLength(4), v.maxLength(100))),
});

export const PasswordChangeBody = /* @__PURE__ */ v.object({
  newPassword: v.pipe(v.string(), v.minLength(10), v.maxLength(256)),
});

export const PasswordResetBody = /* @__PURE__ */ v.object({
  password: v.pipe(v.string(), v.minLength(10), v.maxLength(256)),
});

export const MethodChoice = /* @__PURE__ */ v.object({
  label: v.nullish(v.pipe(v.string(), v.maxLength(80))),
});

export const PaymentSettingsBody = /* @__PURE__ */ v.object({
  transferHoldHours: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2160)),
  methods: v.array(MethodChoice),
});

export const PluginPanelCallBody = /* @__PURE__ */ v.object({
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});

export const PluginReplay = /* @__PURE__ */ v.object({
  pluginId: v.nullish(v.pipe(v.string(), v.maxLength(100))),
});

export const PluginSecretBody = /* @__PURE__ */ v.object({
  value: v.pipe(v.string(), v.minLength(1), v.maxLength(8000)),
});

export const PreviewBody = /* @__PURE__ */ v.object({
  document: Document,
});

export const ListedPrice = /* @__PURE__ */ v.object({
  priceCents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99999999999)),
});

export const PriceListBody = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  customers: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(1000))),
  rateBasisPoints: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10000))),
  prices: v.nullish(v.pipe(v.array(ListedPrice), v.maxLength(500))),
});

export const ProductBody = /* @__PURE__ */ v.object({
  name: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  tags: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
  categories: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
  imageIds: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(30))),
  customAddButtonText: v.nullish(v.pipe(v.string(), v.maxLength(60))),
  customSoldOutText: v.nullish(v.pipe(v.string(), v.maxLength(60))),
  seoTitle: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  seoDescription: v.nullish(v.pipe(v.string(), v.maxLength(400))),
  relatedProductIds: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(12))),
  scarcity: v.nullish(Scarcity),
  additionalFields: v.nullish(v.pipe(v.array(AdditionalField), v.maxLength(20))),
  variantOptionOrdering: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(6))),
  variants: v.nullish(v.pipe(v.array(VariantBody), v.minLength(1), v.maxLength(250))),
});

export const ProductReviewReply = /* @__PURE__ */ v.object({
  text: v.pipe(v.string(), v.maxLength(2000)),
});

export const QuantityBody = /* @__PURE__ */ v.object({
  quantity: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999))),
});

export const RefundBody = /* @__PURE__ */ v.object({
  items: v.nullish(v.array(PiecesBody)),
  shippingCents: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0))),
  idempotencyKey: v.pipe(v.string(), v.minLength(8), v.maxLength(200)),
  reason: v.nullish(v.pipe(v.string(), v.maxLength(500))),
});

export const RefundWishBody = /* @__PURE__ */ v.object({
  items: v.nullish(v.array(PiecesBody)),
  shippingCents: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export const TranslationChange = /* @__PURE__ */ v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  digest: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
});

export const ResourceTranslationChange = /* @__PURE__ */ v.object({
  texts: v.pipe(v.array(TranslationChange), v.maxLength(500)),
});

export const ReviewCommentText = /* @__PURE__ */ v.object({
  body: v.pipe(v.string(), v.maxLength(2000)),
});

export const SavedChargeBody = /* @__PURE__ */ v.object({
  idempotencyKey: v.pipe(v.string(), v.minLength(8), v.maxLength(200)),
});

export const SavedSectionName = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.maxLength(80)),
});

export const SendAllBody = /* @__PURE__ */ v.object({
  sendRequests: v.pipe(v.array(v.unknown()), v.maxLength(200)),
});

export const SiteAddressDto = /* @__PURE__ */ v.object({
  addressTitle: v.pipe(v.string(), v.maxLength(200)),
  addressLine1: v.pipe(v.string(), v.maxLength(200)),
  addressLine2: v.pipe(v.string(), v.maxLength(200)),
  addressCountry: v.pipe(v.string(), v.maxLength(100)),
  mapLat: v.nullish(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))),
  mapLng: v.nullish(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))),
});

export const SocialAccountDto = /* @__PURE__ */ v.object({
  type: v.pipe(v.string(), v.maxLength(50)),
  title: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  profileUrl: v.pipe(v.string(), v.maxLength(500), v.regex(/^https?:\/\//u)),
});

export const SettingsDto = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  tagline: v.pipe(v.string(), v.maxLength(300)),
  description: v.pipe(v.string(), v.maxLength(2000)),
  contactEmail: v.pipe(v.string(), v.maxLength(256)),
  location: SiteAddressDto,
  socialAccounts: v.pipe(v.array(SocialAccountDto), v.maxLength(30)),
});

export const ShareLinkBody = /* @__PURE__ */ v.object({
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(366)),
});

export const ShippingPlace = /* @__PURE__ */ v.object({
  regions: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(100))),
});

export const PickupPlace = /* @__PURE__ */ v.object({
  instructions: v.nullish(v.pipe(v.string(), v.maxLength(1000))),
});

export const ZoneOption = /* @__PURE__ */ v.object({
  id: v.nullish(v.pipe(v.string(), v.maxLength(40))),
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  priceCents: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99999999999))),
  bands: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
  postalCodes: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(500))),
  freeOverCents: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99999999999))),
  pickup: v.nullish(PickupPlace),
  plugin: v.nullish(v.pipe(v.string(), v.maxLength(100))),
});

export const ShippingZoneBody = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  places: v.pipe(v.array(ShippingPlace), v.minLength(1), v.maxLength(250)),
  options: v.nullish(v.pipe(v.array(ZoneOption), v.maxLength(30))),
});

export const SiteCopyRequest = /* @__PURE__ */ v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  identifier: v.pipe(v.string(), v.minLength(3), v.maxLength(40), v.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/u)),
});

export const SiteLanguageChange = /* @__PURE__ */ v.object({
  code: v.pipe(v.string(), v.minLength(2), v.maxLength(35)),
});

export const SiteLanguagesChange = /* @__PURE__ */ v.object({
  languages: v.pipe(v.array(SiteLanguageChange), v.minLength(1), v.maxLength(50)),
});

export const SiteLock = /* @__PURE__ */ v.object({
  password: v.nullish(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
});

export const SiteTextBody = /* @__PURE__ */ v.object({
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
});

export const StepBody = /* @__PURE__ */ v.object({
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

export const StepsBody = /* @__PURE__ */ v.object({
  steps: v.array(StepBody),
});

export const StockBody = /* @__PURE__ */ v.object({
  qtyInStock: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999999999)),
  reason: v.nullish(v.pipe(v.string(), v.maxLength(200))),
});

export const StockChangesBody = /* @__PURE__ */ v.object({
  lines: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(200)),
  reason: v.nullish(v.pipe(v.string(), v.maxLength(200))),
  idempotencyKey: v.pipe(v.string(), v.minLength(8), v.maxLength(100)),
});

export const RestockMessages = /* @__PURE__ */ v.object({
  buttonText: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
  CTAText: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
  placeholderText: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
  mailingListDescription: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
});

export const RestockSettings = /* @__PURE__ */ v.object({
  messages: RestockMessages,
});

export const CheckoutField = /* @__PURE__ */ v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  choices: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(50))),
});

export const CheckoutSettings = /* @__PURE__ */ v.object({
  fields: v.pipe(v.array(CheckoutField), v.maxLength(10)),
});

export const TaxCalculation = /* @__PURE__ */ v.object({
  plugin: v.nullish(v.pipe(v.string(), v.maxLength(100))),
  taxIdField: v.nullish(v.pipe(v.string(), v.maxLength(40))),
});

export const StoreSettingsBody = /* @__PURE__ */ v.object({
  minimumSubtotalCents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99999999999)),
  lowStockThreshold: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999999999)),
  productsPerPage: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  restockNotificationsSuccessText: v.pipe(v.string(), v.maxLength(300)),
  restock: RestockSettings,
  reviewRequestDays: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60)),
  checkout: CheckoutSettings,
  taxId: v.pipe(v.string(), v.maxLength(60)),
  taxes: TaxCalculation,
});

export const SubmissionBody = /* @__PURE__ */ v.object({
  filledInMs: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

export const BillingPeriod = /* @__PURE__ */ v.object({
  value: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(52)),
});

export const SubscriptionPlanBody = /* @__PURE__ */ v.object({
  billingPeriod: BillingPeriod,
  numBillingCycles: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(520)),
  percentageDiscount: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)),
});

export const TaxBody = /* @__PURE__ */ v.object({
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  region: v.nullish(v.pipe(v.string(), v.maxLength(100))),
  postalPrefix: v.nullish(v.pipe(v.string(), v.maxLength(20))),
  rateBasisPoints: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10000)),
});

export const TranslatedAddressChange = /* @__PURE__ */ v.object({
  word: v.nullish(v.pipe(v.string(), v.maxLength(100))),
});

export const UploadBody = /* @__PURE__ */ v.object({
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export const VersionNameBody = /* @__PURE__ */ v.object({
  name: v.pipe(v.string(), v.maxLength(120)),
});

export const CommentSettings = /* @__PURE__ */ v.object({
  closeAfterDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3650)),
});

export const CookieBanner = /* @__PURE__ */ v.object({
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  acceptLabel: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  declineLabel: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  settingsLabel: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  policyLabel: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
  policyUrl: v.pipe(v.string(), v.maxLength(500)),
});

export const AnalyticsSettings = /* @__PURE__ */ v.object({
  excludedPaths: v.pipe(v.array(v.unknown()), v.maxLength(50)),
});

export const WebsiteSettings = /* @__PURE__ */ v.object({
  disqusShortname: v.pipe(v.string(), v.maxLength(50), v.regex(/^[A-Za-z0-9-]*$/u)),
  commentSettings: CommentSettings,
  cookieBanner: CookieBanner,
  analytics: v.nullish(AnalyticsSettings),
});
