/** Reported device, browser and system: families, never versions. '' = not known. */
export interface DeviceFamilies {
  device: 'desktop' | 'mobile' | 'tablet' | '';
  browser: string;
  os: string;
}

/** The first that matches: browsers name the ones that they descend from as well. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bTelegram/i, 'Telegram'],
  [/\bYaBrowser|\bYandexSearch|\bYaApp/i, 'Yandex'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bMiuiBrowser\//, 'MIUI Browser'],
  [/\bHuaweiBrowser\//, 'Huawei Browser'],
  [/\bFB(?:AN|AV|_IAB)\b/, 'Facebook'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/\bAppleWebKit\b.*\bMobile\//, 'Safari'],
  [/\bMSIE |\bTrident\//, 'Internet Explorer'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows Phone\b/, 'Windows Phone'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Android names phones by `Mobile`; iPads that ask for desktop pages look like Macs. */
const tablets = /\biPad\b|\bTablet\b|\bKindle\b|\bSilk\/|\bAndroid\b(?!.*\bMobile\b)/;
const phones = /\bMobile\b|\biPhone\b|\biPod\b|\bWindows Phone\b/;

export function deviceFamilies(userAgent: string): DeviceFamilies {
  const os = findFamily(systems, userAgent);
  const device = tablets.test(userAgent) ? 'tablet' : phones.test(userAgent) ? 'mobile' : os === '' ? '' : 'desktop';
  return { device, browser: findFamily(browsers, userAgent), os };
}

const findFamily = (families: readonly (readonly [RegExp, string])[], userAgent: string): string =>
  families.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
