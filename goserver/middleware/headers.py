"""Headers of every response: which sites may embed it, and which device features the server's pages may use."""

from __future__ import annotations

PERMISSIONS = "Permissions-Policy"
RESOURCES = "Cross-Origin-Resource-Policy"
_UNUSED = (
    "accelerometer", "bluetooth", "camera", "display-capture", "geolocation", "gyroscope", "hid", "idle-detection",
    "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
NO_DEVICES = ", ".join(f"{feature}=()" for feature in _UNUSED)
"""The value of the header PERMISSIONS, which turns off browser features that no page of ours, and no frame in one,
uses."""
OURS_ONLY = "same-origin"
"""The value of the header RESOURCES for all responses except those that other sites embed, which are static files and
the images of the app `sharing`."""
FOR_ALL_SITES = "cross-origin"
