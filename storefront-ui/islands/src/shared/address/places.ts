import { settled } from "@/shared/api/send";
import type { Address, Checkout, Place, PlacePrediction } from "@/shared/api/types";
import { movedTo } from "./address";

/** Page and form section that asks for an address. */
export interface PlaceContext {
  productPage: string;
  productSection: string;
}

/** Parameters of an address suggestion session. */
interface PlaceQuestion {
  cartToken: string;
  /** Shared by all requests for one address. */
  session: string;
}

/** Address suggestions for a prefix; none if the server has no suggestion service. */
export async function proposePlaces(input: string, { cartToken, session }: PlaceQuestion): Promise<PlacePrediction[]> {
  const query = { input, cartToken, sessionToken: session };
  const answer = await settled((api) => api.GET("/api/google-maps/places/autocomplete", { params: { query } }));
  return answer.ok ? answer.data.predictions : [];
}

/** A suggested address with its parts; null if it cannot be loaded. */
export async function fetchPlace(
  placeId: string,
  { cartToken, session }: PlaceQuestion,
  context?: PlaceContext,
): Promise<Place | null> {
  if (context === undefined) {
    // oxlint-disable-next-line no-console -- who calls has forgotten to say where
    console.warn("Details of an address are asked for without a tracking context.");
  }
  const query = { placeId, cartToken, sessionToken: session, ...context };
  const answer = await settled((api) => api.GET("/api/google-maps/places/details", { params: { query } }));
  return answer.ok ? answer.data.result : null;
}

/** An address filled in from a place. The name, and a country without delivery, stay unchanged. */
export function filledIn(address: Address, place: Place, countries: Checkout["countries"]): Address {
  const part = (...types: string[]): Place["addressComponents"][number] | undefined =>
    types
      .map((type) => place.addressComponents.find((component) => component.types.includes(type)))
      .find((component) => component !== undefined);
  const [number, street] = [part("street_number")?.longName ?? "", part("route")?.longName ?? ""];
  const isNumberFirst = number !== "" && place.formattedAddress.startsWith(number);
  const written = (isNumberFirst ? [number, street] : [street, number]).filter((text) => text !== "").join(" ");
  const country = part("country")?.shortName ?? "";
  const isDelivered = countries.some(({ code }) => code === country);
  const filled = {
    ...address,
    line1: written === "" ? (place.formattedAddress.split(",")[0] ?? "") : written,
    city: part("locality", "postal_town", "sublocality", "administrative_area_level_3")?.longName ?? "",
    region: isDelivered ? (part("administrative_area_level_1")?.shortName ?? "") : "",
    postalCode: part("postal_code")?.longName ?? "",
  };
  return movedTo(isDelivered ? country : address.country, filled, countries);
}
