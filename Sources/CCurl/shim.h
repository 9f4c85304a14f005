// libcurl, as the package libcurl4-openssl-dev brings it. Its options are set by a function of variable arguments, which Swift
// can't call: here is one function for each type that an option takes. BelfryChannels alone imports it, for SMTP.
#pragma once
#include <curl/curl.h>

static inline CURLcode curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode curl_set_mime(CURL *handle, curl_mime *mime) {
    return curl_easy_setopt(handle, CURLOPT_MIMEPOST, mime);
}

static inline CURLcode curl_set_observer(CURL *handle, curl_debug_callback observer, void *context) {
    curl_easy_setopt(handle, CURLOPT_DEBUGDATA, context);
    return curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, observer);
}

static inline long curl_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(handle, info, &value);
    return value;
}
